import fc from "fast-check";
import { relation, compared, wholeSamples, type Kind } from "./kind.ts";

// Statuses. All constants are between 200 and 503, so there are statuses below and above them, or beyond all statuses.

const codes = [200, 204, 299, 300, 400, 404, 499, 500, 503];

export const statuses: Kind = {
  direction: "outbound",
  subjects: [
    {
      atoms: fc.oneof(
        { arbitrary: compared("res.status_code", relation, codes.map(String)), weight: 3 },
        { arbitrary: compared("res.status_code / 100", relation, ["2", "3", "4"]), weight: 1 },
        {
          arbitrary: fc.constantFrom(
            "res.status_code >= 100",
            "res.status_code > 99",
            "res.status_code < 100",
            "res.status_code < 1000",
            "string(res.status_code).startsWith('5')",
            "string(res.status_code).matches('^2..$')",
          ),
          weight: 1,
        },
      ),
      samples: wholeSamples("res.status_code", codes, [100, 599, 999]),
    },
  ],
};

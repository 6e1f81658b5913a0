import fc from "fast-check";
import { equality, combinations, type Sample, type Kind } from "./kind.ts";

// Truth values. Two that are certain, for all four combinations, and one that fails without its header.

const bools = ["hasReqHeader('X-A')", "hasQueryParam('q')"];
const failing = "req.headers['x-b'][0] == '1'";

function truthOf(...terms: readonly string[]): fc.Arbitrary<string> {
  const forms = ["T", "T", "T", "(T) == true", "(T) != true", "false == (T)", "true != (T)"];
  return fc
    .tuple(fc.constantFrom(...terms), fc.constantFrom(...forms))
    .map(([term, form]) => (form === "T" ? term : form.replace("T", term)));
}

export const truth: Kind = {
  subjects: [
    {
      atoms: fc.oneof(
        { arbitrary: truthOf(...bools), weight: 8 },
        equality.map((sign) => bools.join(` ${sign} `)),
      ),
      samples: combinations<Sample[]>([
        [[], [{ headers: [["x-a", "1"]] }]],
        [[], [{ query: "q=1" }]],
      ]).map((parts) => Object.assign({}, ...parts.flat()) as Sample),
    },
    {
      atoms: truthOf(failing),
      samples: [{}, { headers: [["x-b", "1"]] }, { headers: [["x-b", "2"]] }],
    },
  ],
};

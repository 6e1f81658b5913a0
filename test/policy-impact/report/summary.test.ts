import { impactSummary } from "@traffic-policy/policy-impact/report";
import { expect, test } from "vitest";
import {
  deniedBy,
  emptyImpact,
  example,
  failedBy,
  forwarded,
  impactOfPassages,
  names,
  passage,
  unknown,
  week,
} from "./made-impact.ts";

test("a week with everything is told in a few sentences", () => {
  expect(impactSummary(week, names)).toEqual([
    '312 of 48,112,930 requests (0.00065 %) would newly be denied, all from 2 networks, 96 % by rule 3 ("Admins"), 2 because a rule fails.',
    '1,204 of 48,112,930 requests (0.0025 %) would newly be forwarded, all from 1 network, all no longer stopped by rule 2 ("Blocked countries").',
    '87 of 48,112,930 requests (0.00018 %) would get another result, all by rule 1 ("Scanners").',
    "Of the 1,603 requests that change, 81 % come from one network (198.51.0.0/16), 75 % ask for / and 81 % ask for the host shop.example.com.",
    "It is not known what 296,303 requests (0.62 %) would get, and they are not counted as unchanged.",
    "For 295,000 requests, the log does not have client_ip, the address of the client.",
    "For 1,303 requests, only the service knows whether rate-limit refuses the request.",
    "12 rows of 48,112,942 could not be read, and are not counted.",
    "The engine evaluated 5,120 requests (0.011 %), because a condition has no exact SQL.",
  ]);
});

test("an empty log says nothing", () => {
  expect(impactSummary(emptyImpact, names)).toEqual([
    "The log is empty, so nothing is known of what the change would do.",
  ]);
});

test("a log that cannot be read says nothing, and that is no impact of none", () => {
  expect(impactSummary({ ...emptyImpact, rows: 1, skipped: 1 }, names)).toEqual([
    "There is no request to evaluate, so nothing is known of what the change would do.",
    "1 row of 1 could not be read, and is not counted.",
  ]);
});

test("where nothing changes, it is said of how many", () => {
  const one = impactOfPassages([passage(forwarded, forwarded, 1)]);
  const many = impactOfPassages([passage(forwarded, forwarded, 1200)]);
  expect(impactSummary(one, names)[0]).toBe("The only request would get the same result.");
  expect(impactSummary(many, names)[0]).toBe("All 1,200 requests would get the same result.");
});

test("where some results are not known, the others are not all", () => {
  const impact = impactOfPassages([
    passage(forwarded, forwarded, 9),
    passage(forwarded, unknown, 1),
  ]);
  expect(impactSummary(impact, names).slice(0, 2)).toEqual([
    "All 9 requests whose result is known would get the same result.",
    "It is not known what 1 request (10 %) would get, and it is not counted as unchanged.",
  ]);
});

test("where no result is known, none is said to be the same", () => {
  const reasons = ["request_header_x-api-version", "conn.geo.country_code", "request_headers"].map(
    (name) => ({ cause: { kind: "missing", name } as const, count: 7 }),
  );
  const untranslated = { cause: { kind: "untranslated", what: "a value" } as const, count: 1 };
  const impact = impactOfPassages([passage(unknown, unknown, 7)], {
    reasons: [...reasons, untranslated],
  });
  expect(impactSummary(impact, names)).toEqual([
    "Of 7 requests, no result is known.",
    "It is not known what all 7 requests would get, and they are not counted as unchanged.",
    "For 7 requests, the log does not have the header x-api-version of the request.",
    "For 7 requests, the log does not have conn.geo.country_code.",
    "For 7 requests, the log does not have the headers of the request.",
    "For 1 request, this could not be evaluated: a value.",
  ]);
});

test("a rule is said never to match only where that is certain", () => {
  const rules = [
    [],
    [
      { path: "/inbound/0", name: "Used", count: 3, unknown: 0 },
      { path: "/inbound/1", name: "Dead", count: 0, unknown: 0 },
      { path: "/inbound/2", count: 0, unknown: 0 },
      { path: "/inbound/3", name: "Perhaps", count: 0, unknown: 2 },
    ],
  ];
  const certain = impactOfPassages([passage(forwarded, forwarded, 3)], { rules });
  expect(impactSummary(certain, names).at(-1)).toBe(
    'Of all 3 requests, none matched rule 2 ("Dead") or rule 3 of after.json.',
  );
  const one = [passage(forwarded, forwarded, 3), passage(forwarded, unknown, 1)];
  expect(impactSummary(impactOfPassages(one, { rules }), names).at(-1)).toBe(
    'Of all 4 requests, none matched rule 2 ("Dead") or rule 3 of after.json.',
  );
});

test("rules are named with their section where there are several", () => {
  const denied = {
    ...deniedBy(1),
    ending: { ...deniedBy(1).ending, rule: { path: "/on_http_request/0" } },
  } as ReturnType<typeof deniedBy>;
  const impact = impactOfPassages([passage(forwarded, denied, 2)], {
    rules: [
      [{ path: "/on_tcp_connect/0", count: 1, unknown: 0 }],
      [{ path: "/on_http_request/0", count: 2, unknown: 0 }],
    ],
  });
  expect(impactSummary(impact, names)[0]).toBe(
    "2 of 2 requests (100 %) would newly be denied, all by on_http_request rule 1.",
  );
});

test("networks of which some are left out are not all", () => {
  const network = (counts: readonly number[], values: number) => ({
    network: {
      values,
      rows: counts.map((count, index) => ({
        value: `10.${index}.0.0/16`,
        changed: count,
        newlyDenied: count,
        newlyForwarded: 0,
      })),
    },
  });
  const told = (counts: readonly number[]): string => {
    const impact = impactOfPassages([passage(forwarded, deniedBy(1), 100)], {
      dimensions: network(counts, 50),
    });
    return impactSummary(impact, names)[0] ?? "";
  };
  expect(told([90, 10])).toContain("all from 2 networks");
  expect(told([90, 5])).toContain("90 % from 1 network,");
  expect(told([50, 40, 5])).toContain("90 % from 2 networks,");
  expect(told([30, 20, 10])).not.toContain("network");
  expect(told([])).not.toContain("network");
});

test("all that fails is denied because a rule fails", () => {
  const impact = impactOfPassages([passage(forwarded, failedBy(2), 4)]);
  expect(impactSummary(impact, names)[0]).toBe(
    "4 of 4 requests (100 %) would newly be denied, all by rule 2, all because a rule fails.",
  );
});

test("where more than outcomes may differ, that is said", () => {
  const passages = [passage(forwarded, forwarded, 2)];
  expect(impactSummary(impactOfPassages(passages, { sameBeside: false }), names)).toEqual([
    "All 2 requests would get the same result.",
    "What else the policies do to a request, such as to its headers, may differ, and is not counted.",
  ]);
});

test("what was not asked about, and what perhaps was, is counted, of connections too", () => {
  const impact = impactOfPassages([passage(forwarded, forwarded, 2)], {
    notAsked: 1000,
    perhapsAsked: 1,
  });
  const given = {
    ...names,
    exchange: "connection",
    notes: [["A sample of 1 % was read."]],
  } as const;
  expect(impactSummary(impact, given)).toEqual([
    "All 2 connections would get the same result.",
    "1,000 other connections are not what was asked about.",
    "Of 1 more connection it is not known whether it is what was asked about.",
    "A sample of 1 % was read.",
  ]);
});

interface Counts {
  readonly [value: string]: number;
}

/** What is said to be common to 100 requests that are newly denied, with these values of dimensions. */
function common(dimensions: Readonly<Record<string, Counts>>, left = 0): readonly string[] {
  const impact = impactOfPassages([passage(forwarded, deniedBy(1), 100)], {
    dimensions: Object.fromEntries(
      Object.entries(dimensions).map(([name, counts]) => {
        const rows = Object.entries(counts).map(([value, changed]) => ({
          value,
          changed,
          newlyDenied: changed,
          newlyForwarded: 0,
        }));
        return [name, { rows, values: rows.length + left }];
      }),
    ),
  });
  return impactSummary(impact, names).slice(1);
}

test.each([
  [
    "half of what changes is common",
    { network: { "a/16": 50, "b/16": 49 } },
    ["50 % come from one network (a/16)"],
  ],
  ["less than half is not", { network: { "a/16": 49, "b/16": 49 } }, undefined],
  ["all of it is all", { host: { "a.example": 100 } }, ["all ask for the host a.example"]],
  [
    "a path comes before what it is below",
    { path: { "/a/b": 60, "/a/c": 40 } },
    ["60 % ask for /a/b"],
  ],
  [
    "paths count together below one segment",
    { path: { "/a/b": 40, "/a/c": 35, "/": 25 } },
    ["75 % ask for paths below /a/"],
  ],
  ["paths without a segment in common are not", { path: { "/a": 40, "/b": 40 } }, undefined],
  [
    "several are one sentence",
    { network: { "a/16": 60 }, path: { "/health": 60 }, host: { x: 90 } },
    ["60 % come from one network (a/16), 60 % ask for /health and 90 % ask for the host x"],
  ],
] as const)("%s", (_name, dimensions, parts) => {
  const expected = parts?.map((one) => `Of the 100 requests that change, ${one}.`) ?? [];
  expect(common(dimensions as unknown as Readonly<Record<string, Counts>>)).toEqual(expected);
});

test("of paths of which some are left out, there may be more below a segment", () => {
  const path = { "/a/b": 40, "/a/c": 35 };
  expect(common({ path }, 7)).toEqual([
    "Of the 100 requests that change, at least 75 % ask for paths below /a/.",
  ]);
  expect(common({ network: { "a/16": 60 } }, 7)).toEqual([
    "Of the 100 requests that change, 60 % come from one network (a/16).",
  ]);
});

/** What is said of changed requests that were kept as examples. */
function keptText(addresses: readonly string[], agent: string, rarer = 10): string | undefined {
  const examples = addresses.map((client_ip) =>
    example({ method: "GET", uri: "/", client_ip }, { "user-agent": [agent] }),
  );
  const changed = passage(forwarded, deniedBy(1), 1000, { examples });
  const same = example({ method: "PUT", uri: "/", client_ip: "203.0.113.1" });
  const others = [
    passage(forwarded, forwarded, 9, { examples: [same, same, same] }),
    passage(forwarded, deniedBy(2, "Rarer", 404), rarer, { examples: [same, same, same] }),
  ];
  return impactSummary(impactOfPassages([changed, ...others]), names)[1];
}

test("examples of a change that is less than half of all say nothing", () => {
  const one = example({ method: "GET", uri: "/" });
  const changed = [1, 2, 3].map((rule) =>
    passage(forwarded, deniedBy(rule), 10, { examples: [one, one, one] }),
  );
  expect(impactSummary(impactOfPassages(changed), names)).toHaveLength(1);
});

test("what is not counted is said of the changed examples that were kept", () => {
  const four = ["198.51.100.7", "198.51.100.9", "198.51.100.200", "203.0.113.4"];
  expect(keptText(four, "Check/1")).toBe(
    "Of the 4 examples of the most frequent change that were kept, 3 come from 198.51.100.0/24, all have the method GET and all have the user agent Check/1.",
  );
  const six = ["2001:db8:1::1", "2001:db8:1:2::1", "2001:db8:1:3::9"];
  expect(keptText(six, "token=9fX2mQ7vLp4Zt8KcRw1N")).toBe(
    "Of the 3 examples of the most frequent change that were kept, all come from 2001:db8:1::/48, all have the method GET and all have the user agent token=***.",
  );
  expect(keptText(four.slice(0, 2), "Check/1")).toBeUndefined();
  expect(keptText(four, "Check/1", 5000)).toBe(
    "Of the 3 examples of the most frequent change that were kept, all come from 203.0.113.0/24 and all have the method PUT.",
  );
});

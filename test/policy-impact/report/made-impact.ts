import type { Impact, LogRecord, Way } from "@traffic-policy/policy-impact/internal";
import type { ImpactExample } from "../../../packages/policy-impact/src/impact.ts";
import type { Passage } from "../../../packages/policy-impact/src/impact.ts";
import { exchangeOf } from "../../../packages/policy-impact/src/records.ts";

/** A log in which there was nothing. */
export const emptyImpact: Impact = {
  rows: 0,
  skipped: 0,
  notAsked: 0,
  perhapsAsked: 0,
  seen: 0,
  evaluated: 0,
  changed: 0,
  unknown: 0,
  newlyDenied: 0,
  newlyForwarded: 0,
  passages: [],
  reasons: [],
  rules: [[], []],
  dimensions: {},
  byEngine: 0,
  sameBeside: true,
};

export const forwarded: Way = {
  kind: "forwarded",
  ending: { kind: "forwarded", key: "forwarded", isSure: true },
};

export const unknown: Way = { kind: "unknown" };

/** Denied by the rule with this number, from 1 on. */
export function deniedBy(number: number, name?: string, status = 403): Way {
  const path = `/inbound/${number - 1}`;
  const rule = { path, ...(name !== undefined && { name }) };
  return {
    kind: "denied",
    ending: { kind: "denied", status, rule, key: `[${status}]`, isSure: true },
  };
}

export function failedBy(number: number): Way {
  const rule = { path: `/inbound/${number - 1}` };
  return { kind: "failed", ending: { kind: "failed", rule, key: "failed", isSure: true } };
}

export function passage(
  before: Way,
  after: Way,
  count: number,
  how: { readonly isChanged?: boolean; readonly examples?: readonly ImpactExample[] } = {},
): Passage {
  const isKnown = before.kind !== "unknown" && after.kind !== "unknown";
  const { isChanged = before.ending?.key !== after.ending?.key, examples = [] } = how;
  return { before, after, count, examples, ...(isKnown && { isChanged }) };
}

/** An example as a log with these fields and headers of the request tells it. */
export function example(
  fields: LogRecord["fields"],
  request: Readonly<Record<string, readonly string[]>> = {},
): ImpactExample {
  const record: LogRecord = { fields, headers: { request } };
  return { record, exchange: exchangeOf(record) };
}

/** An impact of some passages, whose sums are right. */
export function impactOfPassages(
  passages: readonly Passage[],
  others: Partial<Impact> = {},
): Impact {
  const sum = (wanted: (one: Passage) => boolean): number =>
    passages.filter(wanted).reduce((total, { count }) => total + count, 0);
  const isRefused = ({ kind }: Way): boolean => kind === "denied" || kind === "failed";
  const seen = sum(() => true);
  const open = sum(({ isChanged }) => isChanged === undefined);
  return {
    ...emptyImpact,
    rows: seen + (others.skipped ?? 0),
    seen,
    evaluated: seen - open,
    changed: sum(({ isChanged }) => isChanged === true),
    unknown: open,
    newlyDenied: sum(
      (one) => one.isChanged === true && isRefused(one.after) && !isRefused(one.before),
    ),
    newlyForwarded: sum(
      (one) =>
        one.isChanged === true && one.after.kind === "forwarded" && one.before.kind !== "forwarded",
    ),
    passages: passages.toSorted((one, other) => other.count - one.count),
    ...others,
  };
}

export const names = { before: "before.json", after: "after.json", log: "events.ndjson" };

/** A week with a change of everything that a report has words for. */
export const week: Impact = impactOfPassages(
  [
    passage(forwarded, forwarded, 47_412_906),
    passage(deniedBy(1, "Scanners"), deniedBy(1, "Scanners"), 402_118),
    passage(forwarded, deniedBy(3, "Admins"), 300, {
      examples: [
        example(
          {
            time: 1772430000_000000000n,
            method: "GET",
            scheme: "https",
            host: "api.example.com",
            uri: "/admin/health?verbose=1&access_token=s3cr3t-7TqLm2Zx9",
            client_ip: "203.0.113.9",
            country_code: "NO",
            status: 200,
          },
          {
            authorization: ["Bearer 9fX2mQ7vLp4Zt8KcRw1N"],
            "user-agent": ["Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML)"],
          },
        ),
        example({
          method: "POST",
          scheme: "https",
          host: "api.example.com",
          uri: "/admin/users",
          client_ip: "2001:db8:4::17",
        }),
      ],
    }),
    passage(forwarded, deniedBy(4, "Old clients", 426), 10),
    passage(forwarded, failedBy(5), 2),
    passage(deniedBy(2, "Blocked countries"), forwarded, 1204, {
      examples: [
        example({
          method: "GET",
          scheme: "https",
          host: "shop.example.com",
          uri: "/",
          client_ip: "198.51.100.20",
        }),
      ],
    }),
    passage(deniedBy(1, "Scanners"), deniedBy(1, "Scanners", 404), 87),
    passage(forwarded, unknown, 295_000, {
      examples: [
        example({ method: "GET", scheme: "https", host: "api.example.com", uri: "/v1/orders" }),
      ],
    }),
    passage(unknown, unknown, 1303),
  ],
  {
    skipped: 12,
    byEngine: 5120,
    reasons: [
      { cause: { kind: "missing", name: "client_ip" }, count: 295_000 },
      { cause: { kind: "action", what: "rate-limit refuses the request" }, count: 1303 },
    ],
    rules: [
      [
        { path: "/inbound/0", name: "Scanners", count: 402_205, unknown: 0 },
        { path: "/inbound/1", name: "Blocked countries", count: 1204, unknown: 0 },
      ],
      [
        { path: "/inbound/0", name: "Scanners", count: 402_205, unknown: 0 },
        { path: "/inbound/1", count: 0, unknown: 1303 },
        { path: "/inbound/2", name: "Admins", count: 300, unknown: 295_000 },
        { path: "/inbound/3", name: "Old clients", count: 10, unknown: 0 },
        { path: "/inbound/4", count: 2, unknown: 0 },
      ],
    ],
    dimensions: {
      day: {
        values: 7,
        // From the day with most changes to that with least, as a report gets them.
        rows: [3, 1, 2, 5, 4, 6, 7].map((day, index) => ({
          value: `2026-03-0${day}`,
          changed: [379, 204, 204, 204, 204, 204, 204][index] ?? 0,
          newlyDenied: index === 0 ? 192 : 20,
          newlyForwarded: 172,
        })),
      },
      host: {
        values: 2,
        rows: [
          { value: "shop.example.com", changed: 1291, newlyDenied: 0, newlyForwarded: 1204 },
          { value: "api.example.com", changed: 312, newlyDenied: 312, newlyForwarded: 0 },
        ],
      },
      path: {
        values: 4213,
        rows: [
          { value: "/", changed: 1204, newlyDenied: 0, newlyForwarded: 1204 },
          { value: "/admin/health", changed: 290, newlyDenied: 290, newlyForwarded: 0 },
          {
            value: "/wp-content/plugins/a-very-long-name-of-a-plugin/that/goes/on/and/on/index.php",
            changed: 87,
            newlyDenied: 0,
            newlyForwarded: 0,
          },
          { value: "/admin/users", changed: 22, newlyDenied: 22, newlyForwarded: 0 },
        ],
      },
      country: {
        values: 2,
        rows: [
          { value: "NO", changed: 900, newlyDenied: 200, newlyForwarded: 700 },
          { value: "DE", changed: 703, newlyDenied: 112, newlyForwarded: 504 },
        ],
      },
      network: {
        values: 3,
        rows: [
          { value: "198.51.0.0/16", changed: 1291, newlyDenied: 0, newlyForwarded: 1204 },
          { value: "203.0.0.0/16", changed: 290, newlyDenied: 290, newlyForwarded: 0 },
          { value: "2001:db8::/32", changed: 22, newlyDenied: 22, newlyForwarded: 0 },
        ],
      },
    },
  },
);

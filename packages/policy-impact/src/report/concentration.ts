import { parseCidr } from "@traffic-policy/policy-language/internal";
import type { Impact, ImpactExample } from "../impact.ts";
import type { DimensionValues } from "../top-values.ts";
import { countText, numberText, percentText } from "./numbers.ts";
import { urlWithout, withoutSecrets } from "./secrets.ts";
import { enumeratedParts, type Sentence } from "./text.ts";

/** Of fewer exchanges, a share says nothing. */
const fewest = 3;

/**
 * Says what at least half of the changed exchanges have in common, as they are counted; and of the examples that were
 * kept, for what is not counted. Empty where nothing is as common.
 */
export function concentrationSentences(impact: Impact, noun: "request" | "connection"): Sentence[] {
  return [...countedSentence(impact, noun), ...keptSentence(impact)];
}

function countedSentence(
  { changed, dimensions: { network, path, host } }: Impact,
  noun: string,
): Sentence[] {
  if (changed < fewest) return [];
  const common = [
    share(["come from one network (", ")"], largest(network), changed),
    share(["ask for ", ""], largest(path, urlWithout), changed) ??
      share(["ask for paths below ", ""], largest(path, firstSegment), changed),
    share(["ask for the host ", ""], largest(host), changed),
  ].filter((one) => one !== undefined);
  if (common.length === 0) return [];
  return [[`Of the ${countText(changed, noun)} that change, `, ...enumeratedParts(common), "."]];
}

interface Group {
  readonly value: string;
  readonly count: number;
  /** True when there may be more of it among what is left out. */
  readonly isLeast: boolean;
}

function share(
  [before, after]: readonly [string, string],
  group: Group | undefined,
  changed: number,
): Sentence | undefined {
  if (group === undefined || 2 * group.count < changed) return undefined;
  const { value, count, isLeast } = group;
  const part = count >= changed ? "all" : percentText(count, changed);
  return [
    `${isLeast ? "at least " : ""}${part} ${before}`,
    { code: value === "" ? "(empty)" : value },
    after,
  ];
}

/** Returns the group with the most changes; a value without a group is in none. */
function largest(
  dimension: DimensionValues | undefined,
  groupOf: (value: string) => string | undefined = (value) => value,
): Group | undefined {
  if (dimension === undefined) return undefined;
  const { rows, values } = dimension;
  const counts = new Map<string, number>();
  for (const { value, changed } of rows) {
    const group = groupOf(value);
    if (group !== undefined) counts.set(group, (counts.get(group) ?? 0) + changed);
  }
  const most = mostOf(counts);
  if (most === undefined) return undefined;
  const isGroup = rows.every(({ value }) => value !== most.value);
  return { ...most, isLeast: isGroup && values > rows.length };
}

function mostOf(counts: ReadonlyMap<string, number>): Omit<Group, "isLeast"> | undefined {
  const [most] = [...counts].toSorted(([, one], [, other]) => other - one);
  return most && { value: most[0], count: most[1] };
}

/** `/wp-content/` for all paths below it. */
function firstSegment(path: string): string | undefined {
  const [, segment = "", ...others] = urlWithout(path).split("/");
  return others.length === 0 ? undefined : `/${segment}/`;
}

/** Only of the change that is at least half of all: each change has as many examples, whatever its count. */
function keptSentence({ passages, changed }: Impact): Sentence[] {
  const most = passages.find(({ isChanged, count }) => isChanged === true && 2 * count >= changed);
  const kept = most?.examples ?? [];
  const least = Math.max(fewest, kept.length / 2);
  const common = keptParts.flatMap(([words, valueOf]): Sentence[] => {
    const counts = new Map<string, number>();
    for (const value of kept.flatMap((one) => valueOf(one) ?? [])) {
      counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    const found = mostOf(counts);
    if (found === undefined || found.count < least) return [];
    const part = found.count === kept.length ? "all" : numberText(found.count);
    return [[`${part} ${words} `, { code: found.value }]];
  });
  if (common.length === 0) return [];
  return [
    [
      `Of the ${countText(kept.length, "example")} of the most frequent change that were kept, `,
      ...enumeratedParts(common),
      ".",
    ],
  ];
}

type ValueOf = (example: ImpactExample) => string | undefined;

const keptParts: readonly (readonly [words: string, valueOf: ValueOf])[] = [
  ["come from", smallNetwork],
  ["have the method", ({ record }) => textOf(record.fields.method)],
  ["have the user agent", userAgent],
];

/** Returns the network of 24 bits for IPv4, and of 48 for IPv6. */
function smallNetwork({ record }: ImpactExample): string | undefined {
  const address = textOf(record.fields.client_ip) ?? "";
  return parseCidr(`${address}/${address.includes(":") ? 48 : 24}`)?.text;
}

function userAgent({ record, exchange }: ImpactExample): string | undefined {
  if (record.headers.request?.["user-agent"] === undefined) return undefined;
  const { headers = {} } = withoutSecrets(exchange).request ?? {};
  const value: unknown = Object.entries(headers).find(
    ([name]) => name.toLowerCase() === "user-agent",
  )?.[1];
  return textOf(Array.isArray(value) ? value[0] : value);
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

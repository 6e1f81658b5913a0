import { getOrAdd } from "@traffic-policy/policy-language/internal";
import type { Constant } from "../constant.ts";
import { isPartOf, urlOf, type Subject, type UrlSubject } from "../formula.ts";
import { Intervals } from "../values/intervals.ts";
import { Texts } from "../values/texts.ts";
import type { TextTest, UrlForm, UrlPart, UrlPartTest } from "../values/text-test.ts";
import { urlParts } from "../values/url-parts.ts";
import { onlyValue } from "./items.ts";
import type { Left } from "./related-values.ts";

type Part = UrlSubject["part"];

/** The smallest URL part that contains all parts of the URL that are tested. */
type Whole = "url" | "uri";

/**
 * Assigns a shared name to the subjects of a URL that overlap: parts of another subject, or subjects that contain
 * another.
 */
export function urlGroups(subjects: Iterable<Subject>): ReadonlyMap<string, string> {
  const groups = new Map<string, string>();
  for (const [url, some] of byUrl(subjects)) {
    const whole = wholeOf(some);
    if (whole === undefined) continue;
    for (const subject of some) {
      if (isPartOf(whole, subject)) groups.set(subject.key, `${whole} of ${url}`);
    }
  }
  return groups;
}

function byUrl(subjects: Iterable<Subject>): ReadonlyMap<string, readonly Subject[]> {
  const found = new Map<string, Subject[]>();
  for (const subject of subjects) {
    const url = urlOf(subject);
    if (url !== undefined) getOrAdd(found, url, () => []).push(subject);
  }
  return found;
}

function wholeOf(subjects: readonly Subject[]): Whole | undefined {
  const asked = new Set(subjects.map(({ urlPart }) => urlPart?.part));
  return asked.has("url") ? "url" : asked.has("uri") ? "uri" : undefined;
}

/**
 * Finds values for subjects that are parts of the same URL, from a single URL that has all of them.
 *
 * @returns the subjects with matching values, or a subject that is too costly to decide
 */
export function urlValues(
  state: Iterable<Left>,
): readonly Left[] | "none" | { readonly unknown: Subject } {
  const all = [...state];
  const found: Left[] = [];
  let unknown: Subject | undefined;
  for (const subjects of byUrl(all.map(({ subject }) => subject)).values()) {
    const whole = wholeOf(subjects);
    const asked = all.filter(
      ({ subject }) =>
        subjects.includes(subject) &&
        (whole === undefined ? subject.urlPart?.part === "path" : isPartOf(whole, subject)),
    );
    const [only, ...others] = asked;
    if (only === undefined) continue;
    const values = others.length > 0 && whole !== undefined ? valuesIn(whole, asked) : alone(only);
    if (values === "none") return values;
    if (values === "unknown") unknown ??= subjects[0];
    else found.push(...values);
  }
  return unknown === undefined ? found : { unknown };
}

function alone(left: Left): readonly Left[] | "none" {
  const { subject, values } = left;
  const { text } = values;
  if (subject.isPresence === true || subject.urlPart === undefined || text === undefined) return [];
  const { part, isRaw } = subject.urlPart;
  if (part !== "path") {
    const { witness } = text;
    const form = part === "uri" ? part : isRaw === true ? "raw" : "url";
    const isSeen = typeof witness === "string" || urlParts(witness.text, form) !== undefined;
    // Whoever makes an example finds a better URL than the shortest one.
    return !isSeen && valuesIn(part === "uri" ? part : "url", [left]) === "none" ? "none" : [];
  }
  // A rewrite may leave no path.
  const usual = text.where(withPath, true);
  const found = usual.isEmpty ? text.where(noText, true) : usual;
  return found.isEmpty ? "none" : [{ subject, values: { ...values, text: found } }];
}

const partTests = new WeakMap<TextTest, Map<string, UrlPartTest>>();

/** Returns the same object for the same test, because automata are cached with it. */
function partTest(
  asked: Omit<UrlPartTest, "kind" | "orAbsent"> & Partial<UrlPartTest>,
): UrlPartTest {
  const { form, part, test, holds, orAbsent = false } = asked;
  const known = getOrAdd(partTests, test, () => new Map<string, UrlPartTest>());
  return getOrAdd(known, `${form} ${part} ${holds} ${orAbsent}`, () => ({
    kind: "url-part",
    form,
    part,
    test,
    holds,
    orAbsent,
  }));
}

const withPath: TextTest = { kind: "startsWith", text: "/" };

const noText: TextTest = { kind: "one-of", texts: new Set([""]) };

const anyText: TextTest = { kind: "startsWith", text: "" };

function valuesIn(whole: Whole, asked: readonly Left[]): readonly Left[] | "none" | "unknown" {
  const isRaw = asked.some(({ subject }) => subject.urlPart?.isRaw);
  const form: UrlForm = whole === "uri" ? whole : isRaw ? "raw" : "url";
  let texts = Texts.all;
  const ask = (part: UrlPart, test: TextTest, holds = true, orAbsent = false): void => {
    texts = texts.where(partTest({ form, part, test, holds, orAbsent }), true);
  };
  const isSureOf = (part: Part): boolean =>
    asked.some(({ subject, values }) => {
      return subject.isPresence && subject.urlPart?.part === part && isOnly(values.bool, true);
    });
  for (const { subject, values } of asked) {
    const { part = whole } = subject.urlPart ?? {};
    if (part === whole) texts = texts.and(values.text ?? Texts.all);
    else if (part === "url") continue;
    else if (subject.isPresence) {
      if (isOnly(values.bool, true)) ask(part, anyText);
      else if (isOnly(values.bool, false)) ask(part, anyText, false, true);
    } else if (part === "port") {
      const { points: numbers = Intervals.none } = values.number ?? {};
      ask(part, { kind: "number", type: "uint", numbers }, true, !isSureOf(part));
    } else {
      // Nobody looks at the value of what is not there: it may be anything.
      const orAbsent = part === "query" && !isSureOf(part);
      for (const { test, holds } of values.text?.claims ?? []) ask(part, test, holds, orAbsent);
    }
  }
  // Whatever is asked of them, all are of one URL; few have no path.
  const usual = texts.where(partTest({ form, part: "path", test: withPath, holds: true }), true);
  const { witness } =
    usual.witness === "none"
      ? texts.where(partTest({ form, part: "path", test: withPath, holds: false }), true)
      : usual;
  if (typeof witness === "string") return witness;
  const parts = urlParts(witness.text, form);
  if (parts === undefined) return "unknown";
  const values = asked.map((left) => valueIn(witness.text, parts, whole, left));
  return values.every((one) => one !== undefined) ? values : "unknown";
}

function isOnly(bools: readonly boolean[] | undefined, value: boolean): boolean {
  return bools?.length === 1 && bools[0] === value;
}

function valueIn(
  text: string,
  parts: Partial<Record<UrlPart, string>>,
  whole: Whole,
  { subject, values }: Left,
): Left | undefined {
  const { part = whole } = subject.urlPart ?? {};
  const own = part === whole || part === "url" ? text : parts[part];
  // What is not there has any of the values.
  if (subject.isPresence || own === undefined) return { subject, values };
  const constant: Constant =
    part === "port" ? { kind: "number", value: BigInt(own) } : { kind: "text", value: own };
  const only = onlyValue(values, constant);
  if (only !== undefined) return { subject, values: only };
  return part === "query" && own === "" ? { subject, values } : undefined;
}

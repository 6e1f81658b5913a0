import {
  type Change,
  fromPointer,
  interpolations,
  isJsonObject,
  type JsonValue,
  type Span,
} from "@traffic-policy/policy-language";
import { dialects } from "@traffic-policy/policy-language/phases";
import { isSecretHolder } from "@traffic-policy/policy-language/secrets";
import { secretPlaces, secretsByForm, shownBefore, withoutOverlaps } from "./secret-places.ts";

/**
 * Masks the secrets of one report: what the catalogue marks as one, what has the name of one, and what looks
 * like one. Equal secrets get equal numbers, which tell them apart: `ana:**** (secret 1)`. What an expression
 * gives, such as `${secrets.get('vault', 'name')}`, is no secret and stays.
 */
export class SecretMask {
  readonly #numbers = new Map<string, number>();

  /** Changes of a policy document without secrets. */
  changes(changes: readonly Change[]): Change[] {
    return changes.map((change) => {
      const { path, rule, before, after } = change;
      const keys = fromPointer(path);
      return {
        ...change,
        ...(rule !== undefined && { rule: this.text(rule) }),
        ...(before !== undefined && { before: this.value(before, keys) }),
        ...(after !== undefined && { after: this.value(after, keys) }),
      };
    });
  }

  /** Hides secrets in data of a report, such as an exchange or an outcome. */
  data<Data>(data: Data): Data {
    return this.value(data as JsonValue) as Data;
  }

  /**
   * An exchange that a search made, or what holds some, without what looks like a secret. What only has the name
   * of one, such as `authorization: Bearer abc`, is a part of the example and stays.
   */
  example<Data>(data: Data): Data {
    return this.#example(data as JsonValue) as Data;
  }

  /**
   * A JSON value without secrets.
   *
   * @param keys - the keys and list indexes that lead to it
   */
  value(value: JsonValue, keys: readonly string[] = []): JsonValue {
    if (Array.isArray(value)) return this.#list(value as readonly JsonValue[], keys);
    if (isJsonObject(value)) return this.#object(value, keys);
    if (value === null || !["string", "number", "object"].includes(typeof value)) return value;
    const holder = holderOf(keys);
    if (holder !== undefined) return this.#secret(String(value), holder);
    if (typeof value !== "string") return value;
    const isDocument = (keys.length === 0 && value.includes("\n")) || /^\s*[[{]/.test(value);
    return isDocument ? this.#document(value) : this.text(value);
  }

  /** A text in which nothing looks like a secret; an expression among them. */
  text(text: string): string {
    return this.#without(secretsByForm(text), text);
  }

  #without(spans: readonly Span[], text: string): string {
    let [shown, from] = ["", 0];
    for (const { start, end } of spans.toSorted((one, other) => one.start - other.start)) {
      shown += text.slice(from, start) + this.#masked(text.slice(start, end));
      from = end;
    }
    return shown + text.slice(from);
  }

  #example(value: JsonValue): JsonValue {
    if (typeof value === "string") return this.text(value);
    if (Array.isArray(value)) return value.map((item: JsonValue) => this.#example(item));
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [key, this.#example(member)]),
    );
  }

  #list(value: readonly JsonValue[], keys: readonly string[]): JsonValue {
    const name = nameOfPair(value);
    if (name !== undefined) return [name, this.value(value[1] ?? null, [...keys, name])];
    return value.map((item, index) => this.value(item, [...keys, String(index)]));
  }

  #object(value: Readonly<Record<string, JsonValue>>, keys: readonly string[]): JsonValue {
    const { key, what, name = key ?? what } = value;
    const holder = typeof name === "string" ? name.split(" ").at(-1) : undefined;
    const masked = Object.entries(value).map(([field, member]): [string, JsonValue] => {
      const isOfHolder = holder !== undefined && sidesOfNamed.has(field);
      return [field, this.value(member, [...keys, isOfHolder ? holder : field])];
    });
    return Object.assign(
      Object.create(null) as Record<string, JsonValue>,
      Object.fromEntries(masked),
    );
  }

  /** A secret; who it is of, how it is sent, and the expressions in it are none. */
  #secret(text: string, holder: string): string {
    // `access-control-allow-credentials`
    if (/^(?:true|false)$/i.test(text)) return text;
    if (/cookie$/i.test(holder) && !text.includes("${")) {
      const pattern = /^set/i.test(holder) ? /^([^=;]+=)([^;]+)/ : /([^=;\s]+=)([^;]+)/g;
      return text.replace(pattern, (_, name: string, value: string) => name + this.#masked(value));
    }
    const shown = shownBefore(text, holder);
    return `${shown}${interpolations(text.slice(shown.length))
      .parts.map((part) => (part.kind === "text" ? this.#masked(part.text) : this.text(part.text)))
      .join("")}`;
  }

  /** The text of a document that may be none: what follows the name of a secret, and is below it, is masked. */
  #document(text: string): string {
    return this.#without(withoutOverlaps([...secretPlaces(text), ...secretsByForm(text)]), text);
  }

  #masked(secret: string): string {
    const known = secret.trim();
    if (known === "") return secret;
    const number = this.#numbers.get(known) ?? this.#numbers.size + 1;
    this.#numbers.set(known, number);
    return `**** (secret ${number})`;
  }
}

const markedFields = new Set(
  Object.values(dialects).flatMap(({ actions }) =>
    [...actions.values()].flatMap(({ secrets = [] }) => secrets),
  ),
);

/**
 * The keys of an object that hold the value for its name: `{ key: "token", value: "…" }`, or the change of a header.
 */
const sidesOfNamed = new Set(["value", "before", "after", "expected", "received"]);

function holderOf(keys: readonly string[]): string | undefined {
  const names = keys.filter((key) => !/^\d+$/.test(key));
  const config = names.includes("config") ? names.slice(names.indexOf("config") + 1) : [];
  const marked = config.findIndex((_, index) =>
    markedFields.has(config.slice(0, index + 1).join(".")),
  );
  if (marked >= 0) return config[marked];
  const outer = config.find((name) => isSecretHolder(name));
  if (outer !== undefined) return outer;
  const last = names.at(-1);
  return last !== undefined && isSecretHolder(last) ? last : undefined;
}

function nameOfPair(value: readonly JsonValue[]): string | undefined {
  const [name, text] = value;
  const isPair = value.length === 2 && typeof name === "string" && typeof text === "string";
  return isPair && isSecretHolder(name) ? name : undefined;
}

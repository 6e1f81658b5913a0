import { canonicalHeaderName } from "@traffic-policy/policy-language/internal";
import contentType from "fast-content-type-parse";
import type { PlainValue } from "../expression/plain-value.ts";
import type { Run } from "../run/run.ts";
import { byName, type Cookie } from "../exchange/cookies.ts";
import type { HeaderFields } from "../exchange/message.ts";

export type VariableReader = (run: Run) => PlainValue | undefined;

export type VariableReaders = Readonly<Record<string, VariableReader>>;

type ValueOf<Message> = (message: Message) => PlainValue | undefined;

interface MessageReaders<Message> {
  readonly read: (value: ValueOf<Message>) => VariableReader;
  /** Creates a reader of a value derived from a message part; it is unknown when any of the part is unknown. */
  readonly madeOf: (part: (message: Message) => unknown, value: ValueOf<Message>) => VariableReader;
  readonly ofHeader: (name: string, value: ValueOf<Message>) => VariableReader;
}

export function readersOf<Message extends { readonly headers: HeaderFields }>(
  messageOf: (run: Run) => Message | undefined,
): MessageReaders<Message> {
  const madeOf: MessageReaders<Message>["madeOf"] = (part, value) => (run) => {
    const message = messageOf(run);
    if (message === undefined) return undefined;
    run.checkKnown(part(message));
    return value(message);
  };
  return {
    read: (value) => madeOf(() => undefined, value),
    madeOf,
    ofHeader: (name, value) => madeOf(({ headers }) => headers.get(name), value),
  };
}

type PlainObject = { readonly [key: string]: PlainValue };

/** Returns headers as variables have them: lower-case name to values. */
export function headerMap(headers: HeaderFields): PlainValue {
  return headers.fields;
}

/** Returns headers as the oldest variables have them: canonical name to values. */
export function canonicalHeaderMap(headers: HeaderFields): PlainObject {
  return Object.fromEntries(
    Array.from(headers.fields, ([name, values]) => [canonicalHeaderName(name), values]),
  );
}

export function contentEncodings(headers: HeaderFields): readonly string[] {
  const values = headers.get("content-encoding") ?? [];
  return values.flatMap((value) => value.split(",").map((item) => item.trim()));
}

export function cookieMap(cookies: readonly Cookie[]): PlainValue {
  return new Map(
    Array.from(byName(cookies), ([name, list]): [string, PlainValue] => [name, plainCookies(list)]),
  );
}

export function plainCookies(cookies: readonly Cookie[]): readonly PlainObject[] {
  return cookies as readonly (Cookie & PlainObject)[];
}

export interface MediaType {
  /** In lower case, without parameters; empty when there is none. */
  readonly type: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/** Reads a `content-type`; what is none has neither type nor parameters. */
export function parseMediaType(header: string | undefined): MediaType {
  if (header === undefined) return { type: "", parameters: {} };
  const { type, parameters } = contentType.safeParse(header);
  return { type, parameters: { ...parameters } };
}

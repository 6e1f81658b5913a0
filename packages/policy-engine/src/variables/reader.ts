import { canonicalHeaderName } from "@traffic-policy/policy-language";
import contentType from "fast-content-type-parse";
import type { PlainValue } from "../expression/plain-value.ts";
import type { Run } from "../run/run.ts";
import { byName, type Cookie } from "../exchange/cookies.ts";
import type { HeaderFields } from "../exchange/message.ts";

/** Gives the value of a variable in an exchange; nothing when it has none. */
export type VariableReader = (run: Run) => PlainValue | undefined;

export type VariableReaders = Readonly<Record<string, VariableReader>>;

type ValueOf<Message> = (message: Message) => PlainValue | undefined;

interface MessageReaders<Message> {
  /** Of what the message says. */
  readonly read: (value: ValueOf<Message>) => VariableReader;
  /** Of what is made of a part of the message, and is not known where some of the part is not. */
  readonly madeOf: (part: (message: Message) => unknown, value: ValueOf<Message>) => VariableReader;
  /** The same of a header. */
  readonly ofHeader: (name: string, value: ValueOf<Message>) => VariableReader;
}

/** What makes the readers of one of the messages of an exchange. */
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

/** Headers as variables have them: name in lower case to the values. */
export function headerMap(headers: HeaderFields): PlainValue {
  return headers.fields;
}

/** Headers as the earliest variables had them: canonical name to the values. */
export function canonicalHeaderMap(headers: HeaderFields): PlainObject {
  return Object.fromEntries(
    Array.from(headers.fields, ([name, values]) => [canonicalHeaderName(name), values]),
  );
}

/** The items of `content-encoding` headers. */
export function contentEncodings(headers: HeaderFields): readonly string[] {
  const values = headers.get("content-encoding") ?? [];
  return values.flatMap((value) => value.split(",").map((item) => item.trim()));
}

/** Cookies by their name, as variables have them. */
export function cookieMap(cookies: readonly Cookie[]): PlainValue {
  return new Map(
    Array.from(byName(cookies), ([name, list]): [string, PlainValue] => [name, plainCookies(list)]),
  );
}

/** Cookies as plain values: records are objects with the names of the catalogue. */
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

import {
  isJsonObject,
  parseExpression,
  type JsonObject,
  type JsonValue,
} from "@traffic-policy/policy-language";
import { filledMaps, ownMember, type Stage } from "@traffic-policy/policy-language/internal";
import type {
  BehaviourOptions,
  ClientResponse,
  CompiledAction,
  CompiledPolicy,
  StubInput,
} from "@traffic-policy/policy-engine";
import { always, never, type Atom, type Formula } from "@traffic-policy/policy-logic";
import { canonicalConfig } from "./canonical-config.ts";
import { expressionsIn, keyOfConfig, textsIn } from "./config.ts";
import { isUnknownType } from "./not-read.ts";
import { answerFor, type ChangedParts, type Operation, type TextValue } from "./changed-parts.ts";
import { headerPart, variablePart, type HeaderPart, type Part } from "./part.ts";
import type { Interpolated, TextReader } from "./texts.ts";
import type { Totals } from "./total.ts";

export interface Answer {
  readonly kind: "answered" | "closed" | "forwarded";
  /** Equal keys mean equal answers. */
  readonly key: string;
  readonly status?: number;
  /** The complete response, when it is the same for every exchange. */
  readonly response?: ClientResponse;
  /** The URL that the exchange is forwarded to. */
  readonly to?: TextValue;
  /** True when the action is unknown, so that it may stand for any other action. */
  readonly isOfUnknown?: true;
}

/** The known effects of an action; each formula assumes that the action runs. */
export interface SymbolicAction {
  readonly fails: Formula;
  readonly ends: Formula;
  readonly answer?: Answer;
  /** Replaces `answer`: alternatives, of which a single one is right when the action ends processing. */
  readonly answers?: readonly { readonly when: Formula; readonly answer: Answer }[];
  readonly changes: readonly {
    readonly part: Part;
    readonly when: Formula;
    readonly operation: Operation;
    readonly needs?: HeaderPart;
  }[];
  /** Other visible effects: a log entry, a changed stream message, or the fact that the action ran. */
  readonly effects: readonly { readonly of: "logs" | "state" | "messages"; readonly key: string }[];
  /** True when the action takes effect once there is a response. */
  readonly isLater?: true;
}

export interface ActionContext {
  readonly protocol: CompiledPolicy["protocol"];
  readonly dialect: CompiledPolicy["dialect"];
  readonly compared: readonly CompiledPolicy["dialect"][];
  readonly stage: Stage;
  readonly isResponse: boolean;
  readonly options: BehaviourOptions;
  readonly stubs: Readonly<Record<string, StubInput>>;
  readonly totals: Totals;
  readonly texts: TextReader;
  readonly changes: ChangedParts;
  readonly moment: number;
  readonly condition: (text: string) => Formula;
  /** Returns the response of an action for any exchange; undefined when it does not always answer. */
  readonly responseOf: (action: CompiledAction) => ClientResponse | undefined;
  readonly countOf: (text: string) => number;
  /** Tells a policy from itself where an exchange comes to it again, as in a loop of forwards; empty the first time. */
  readonly again: string;
}

const nothing: SymbolicAction = { fails: never, ends: never, changes: [], effects: [] };
const failing: SymbolicAction = { ...nothing, fails: always };

export function symbolicAction(action: CompiledAction, context: ActionContext): SymbolicAction {
  const stub = ownMember(context.stubs, action.type);
  if (stub !== undefined) return ofStub(action, stub, context);
  const isUnknown = isUnknownType(action.type, context.dialect);
  if (isUnknown || action.problem !== undefined) return anyAction(action, context);
  const read = action.run && ownMember(readers, action.type);
  const symbolic = read?.(action, context) ?? unknownAction(action, context);
  const { results = [] } = context.dialect.actions.get(action.type) ?? {};
  if (results.length === 0) return symbolic;
  const key = `${action.type} ${keyOfConfig(action.config)}`;
  const known = new Set(symbolic.changes.map(({ part }) => part.key));
  const left = results
    .filter(({ name }) => !known.has(name))
    .map(({ name }) => {
      // An action that does not fail leaves no error.
      const isError = action.run !== undefined && name.includes(".error.");
      const holds = (atom: Atom): Formula | undefined => answerFor(atom, emptyText);
      return {
        part: variablePart(name),
        when: always,
        operation: { kind: "other", key, ...(isError && { holds }) } as const,
      };
    });
  return { ...symbolic, changes: [...symbolic.changes, ...left] };
}

const emptyText = { kind: "text", value: "" } as const;

type Reader = (action: CompiledAction, context: ActionContext) => SymbolicAction | undefined;

const readers: Readonly<Record<string, Reader>> = {
  deny: alwaysAnswers,
  "close-connection": () => ({ ...nothing, ends: always, answer: closed }),
  "forward-internal": forwardInternal,
  "sse-find-replace": replaceInMessage,
  "terminate-tls": terminateTls,
  "set-vars": setVars,
  "verify-webhook": verifyWebhook,
  "request-body-find-replace": neverEnds,
  "response-body-find-replace": neverEnds,
  "custom-response": customResponse,
  redirect,
  "restrict-ips": restrictIps,
  "rate-limit": rateLimit,
  "url-rewrite": urlRewrite,
  "add-headers": addHeaders,
  "remove-headers": removeHeaders,
  log,
  "compress-response": compressResponse,
};

/** Checks if it is known for which exchanges an action of a type ends processing. */
export function isRead(type: string): boolean {
  return ownMember(readers, type) !== undefined;
}

const closed: Answer = { kind: "closed", key: "closed" };

function canAnswer({ protocol, stage }: ActionContext): boolean {
  return protocol === "http" && stage !== "connect";
}

function alwaysAnswers(action: CompiledAction, context: ActionContext): SymbolicAction {
  if (!canAnswer(context)) return { ...nothing, ends: always, answer: closed };
  const response = context.responseOf(action);
  if (response === undefined) return unknownAction(action, context);
  return { ...nothing, ends: always, answer: answerOf(response) };
}

function answerOf(response: ClientResponse): Answer {
  const { status, headers, body = "" } = response;
  const sorted = Object.entries(headers).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return { kind: "answered", key: JSON.stringify([status, sorted, body]), status, response };
}

/** Equal texts mean the same destination endpoint; nothing more is known about it. */
function forwardInternal(action: CompiledAction, context: ActionContext): SymbolicAction {
  const { totals, dialect } = context;
  const { type, config, goesOnAfterFailure } = action;
  const url = urlOf(type, config, context);
  const answer: Answer = { kind: "forwarded", key: `to ${url.key}`, to: url };
  const goesOn = goesOnAfterFailure === true || config["on_error"] === "continue";
  if (!goesOn) return { ...nothing, fails: url.fails, ends: always, answer };
  // The engine takes it that every endpoint can be reached, unless a stub says otherwise.
  const shown = url.constant ?? String(config["url"]);
  const { again } = context;
  const ends = totals.opaque(`${type} reaches ${url.key}${again}`, `${shown} can be reached`);
  const { results = [] } = dialect.actions.get(type) ?? {};
  const operation = { kind: "other", key: `failure of ${type} to ${url.key}` } as const;
  const changes = results.map(({ name }) => ({
    part: variablePart(name),
    when: totals.not(ends),
    operation,
  }));
  return { ...nothing, fails: url.fails, ends, answer, changes };
}

function urlOf(type: string, { url }: JsonObject, context: ActionContext): Interpolated {
  const isInterpolated = context.dialect.actions.get(type)?.interpolated.includes("url") === true;
  if (isInterpolated || typeof url !== "string") return textOf(url, context);
  return { key: JSON.stringify(url), constant: url, fails: never, isNoHeader: never };
}

function replaceInMessage(
  { type, config }: CompiledAction,
  context: ActionContext,
): SymbolicAction {
  const { totals, texts, changes, moment } = context;
  const { key, fails } = texts.value(config["replacements"] ?? null, changes, moment);
  const isOpen = textsIn(config, "").some(
    ([path, text]) => path.endsWith("/from") && text.includes("${"),
  );
  const wrong = totals.opaque(
    `${type} ${key} has a pattern that is none`,
    `a pattern of ${type} is none`,
  );
  const operation = { kind: "other", key: `${type} ${key}` } as const;
  const changed = [headerPart("res", "content-length"), variablePart("res.content_length")];
  return {
    ...nothing,
    fails: totals.or([fails, ...(isOpen ? [wrong] : [])]),
    changes: changed.map((part) => ({ part, when: always, operation })),
    effects: [{ of: "messages", key }],
    // The length is that of all messages together.
    isLater: true,
  };
}

const refusal = answerOf({ status: 403, headers: { "content-length": ["0"] } });

function customResponse(action: CompiledAction, context: ActionContext): SymbolicAction {
  const { totals, dialect } = context;
  const { type, config } = action;
  const definition = dialect.actions.get(type);
  const { content: field = "content" } = definition?.answer ?? {};
  const content = textOf(config[field] ?? config["content"] ?? config["body"] ?? "", context);
  const headers = headersOf(config, context);
  if (content.constant !== undefined && headers.every(({ text }) => text.constant !== undefined)) {
    return alwaysAnswers(action, context);
  }
  const usual = definition?.config.properties["status_code"]?.default;
  const status = Number(config["status_code"] ?? usual);
  const key = JSON.stringify([status, keyOfHeaders(headers), content.key]);
  const fails = totals.or([content.fails, ...headers.flatMap(({ text }) => failuresOf(text))]);
  return { ...nothing, fails, ends: always, answer: { kind: "answered", key, status } };
}

function redirect(action: CompiledAction, context: ActionContext): SymbolicAction {
  const { totals } = context;
  const { type, config } = action;
  const [from, to] = [config["from"], config["to"]];
  const headers = headersOf(config, context);
  const status = config["status_code"] === undefined ? 302 : Number(config["status_code"]);
  const texts = [from ?? "", to ?? ""].map((text) => textOf(text, context));
  const key = JSON.stringify([
    status,
    keyOfHeaders(headers),
    texts.map((text) => text.key),
    keyOfRewrite(type, config, context),
    context.changes.versionOfParts(["req.url"], context.moment),
  ]);
  const broken = totals.opaque(
    `redirect ${key} has a pattern that is none`,
    "the pattern of a redirect is none",
  );
  const fails = totals.or([
    ...texts.map((text) => text.fails),
    ...(texts[0]?.constant === undefined ? [broken] : []),
    totals.and([
      isReplaced(config, key, context),
      totals.or(headers.flatMap(({ text }) => failuresOf(text))),
    ]),
  ]);
  const ends = totals.and([matchesUrl(config, context), isReplaced(config, key, context)]);
  return { ...nothing, fails, ends, answer: { kind: "answered", key: `redirect ${key}`, status } };
}

function isReplaced(
  config: JsonObject,
  key: string,
  { totals, condition }: ActionContext,
): Formula {
  const [from, to] = [config["from"], config["to"]];
  if (from === undefined && typeof to === "string" && /^[a-z]+:\/\/[^$]*$/.test(to)) {
    return totals.not(condition(`req.url == ${JSON.stringify(to)}`));
  }
  if (typeof from === "string" && typeof to === "string" && !from.includes("${")) {
    // Up to what may be encoded, or stand for something else.
    const start = /^[!#&-;=?-[\]_a-z~]*/.exec(to)?.[0] ?? "";
    // A match that cannot begin as the replacement does is never equal to it.
    if (start !== "" && !mayBeginWith(from, start)) return always;
  }
  return totals.opaque(`${key} is another URL`, `a redirect to ${String(to)} changes the URL`);
}

/** True unless no match of a pattern can begin with a text; `false` is certain. */
function mayBeginWith(pattern: string, start: string): boolean {
  const literal = /^\^?((?:[\w/:-]|\\[./-])+)(?![*+?{|])/.exec(pattern)?.[1]?.replaceAll("\\", "");
  // An alternative might begin otherwise, and the last character might be repeated.
  if (literal === undefined || pattern.includes("|")) return true;
  const sure = literal.slice(0, -1);
  // In place of the beginning of the URL, a path is completed with scheme and host.
  if (start.startsWith("/") && !sure.startsWith("/")) return true;
  return sure.startsWith(start) || start.startsWith(sure);
}

function matchesUrl(config: JsonObject, { condition }: ActionContext): Formula {
  const from = config["from"];
  if (typeof from !== "string" || from.includes("${")) return always;
  return condition(`req.url.matches(${JSON.stringify(from)})`);
}

/** Returns what determines how a URL replacement is read: the format, and the dialect's names of URL parts. */
function keyOfRewrite(
  type: string,
  { format, to }: JsonObject,
  { dialect }: ActionContext,
): string {
  const hasNames = typeof to === "string" && /\$[A-Za-z_]/.test(to);
  const { variables = [] } = dialect.actions.get(type)?.rewrite ?? {};
  return [format ?? "", ...(hasNames ? variables : [])].join(" ");
}

function urlRewrite(action: CompiledAction, context: ActionContext): SymbolicAction {
  const { totals, changes, moment } = context;
  const { type, config } = action;
  const [from, to] = [config["from"] ?? "", config["to"] ?? ""];
  const texts = [from, to].map((text) => textOf(text, context));
  const keys = texts.map((text) => text.key);
  const key = JSON.stringify([
    ...keys,
    keyOfRewrite(type, config, context),
    changes.versionOfParts(["req.url"], moment),
  ]);
  const matches = matchesUrl(config, context);
  const isSafe = alwaysMakesUrl(String(from), String(to));
  const fails = totals.or([
    ...texts.map((text) => text.fails),
    ...(isSafe
      ? []
      : [
          totals.and([
            matches,
            totals.opaque(
              `url-rewrite ${key} makes no URL`,
              `url-rewrite to ${String(to)} makes no URL`,
            ),
          ]),
        ]),
  ]);
  return {
    ...nothing,
    fails,
    changes: [{ part: variablePart("req.url"), when: matches, operation: { kind: "other", key } }],
  };
}

/**
 * True when a rewrite certainly turns every URL into a URL: the match begins in the path, or leaves a host in which
 * only plain characters are replaced.
 */
function alwaysMakesUrl(from: string, to: string): boolean {
  if (/^\^https?\??:\/\/$/.test(from) && /^[a-z]+:\/\/$/.test(to)) return true;
  if (from.includes("|")) return false;
  // The end of a host with a slash after it; a port has no letter.
  if (/^[\w-]*[A-Za-z][\w-]*\/(?![?*{])/.test(from)) return /^[A-Za-z0-9][\w.-]*[/?]/.test(to);
  const [whole, start, place = ""] =
    /^(\^https?\??:\/\/|\/)((?:[\w-]|\\\.)(?![?*{])(?:[\w/-]|\\?\.)*)/.exec(from) ?? [];
  if (whole === undefined) return false;
  // The match may begin with the slash before the host.
  const form =
    start === "/"
      ? /^\/[A-Za-z0-9][\w.-]*(?:$|([/?]))/
      : /^[a-z]+:\/\/[A-Za-z0-9][\w.-]*(?:$|([/?]))/;
  const [host, end] = form.exec(to) ?? [];
  if (host === undefined) return false;
  // What is left of a path must not become a part of the host: so the whole pattern is a part of one.
  const isInHost = whole.length === from.length && /^(?:[\w-]|\\\.)+$/.test(place);
  return end !== undefined || isInHost;
}

function restrictIps(action: CompiledAction, context: ActionContext): SymbolicAction | undefined {
  const { totals, condition, options, dialect } = context;
  const { enforce, allow, deny, ip_policies: named } = action.config;
  if (Array.isArray(named) && named.length > 0) return undefined;
  const { interpolated = [] } = dialect.actions.get(action.type) ?? {};
  if (interpolated.length > 0 && expressionsIn(action.config).length > 0) return undefined;
  const isIn = (list: unknown): Formula =>
    Array.isArray(list) && list.length > 0
      ? condition(`inCidrRanges(conn.client_ip, ${JSON.stringify(list)})`)
      : never;
  const withoutList = options.restrictIpsWithoutAllow === "allow" ? always : never;
  const isAllowed = Array.isArray(allow) ? isIn(allow) : withoutList;
  const isRefused = totals.or([totals.not(isAllowed), isIn(deny)]);
  const holds = (atom: Atom): Formula | undefined => {
    const [denied, allowed] = ["deny", "allow"].map((value) =>
      answerFor(atom, { kind: "text", value }),
    );
    return denied && allowed && totals.choice(isRefused, denied, allowed);
  };
  const key = `restrict-ips ${keyOfConfig(action.config)}`;
  const changes = [
    {
      part: variablePart("actions.ngrok.restrict_ips.action"),
      when: always,
      operation: { kind: "other", key, holds } as const,
    },
  ];
  if (enforce === false) return { ...nothing, changes };
  return { ...nothing, ends: isRefused, answer: canAnswer(context) ? refusal : closed, changes };
}

function rateLimit({ type, config }: CompiledAction, context: ActionContext): SymbolicAction {
  const { totals, options, texts, changes, moment } = context;
  const { bucket_key: keys } = config;
  const read = (Array.isArray(keys) ? keys : [])
    .filter((key) => typeof key === "string")
    .map((text) => texts.expression(text, changes, moment));
  const failures = options.absentBucketKey === "error" ? read.map(({ fails }) => fails) : [];
  const buckets = read.map(({ key }) => key);
  const canonical = canonicalConfig(type, config, context);
  const key = numbered(`${type} ${keyOfConfig({ ...canonical, bucket_key: buckets })}`, context);
  return {
    ...nothing,
    fails: totals.or(failures),
    ends: totals.opaque(`${key} refuses`, "rate-limit refuses the request"),
    answer: { kind: "answered", key: `${key} refuses`, status: 429 },
    effects: [{ of: "state", key }],
  };
}

function addHeaders({ config }: CompiledAction, context: ActionContext): SymbolicAction {
  const headers = headersOf(config, context);
  return {
    ...nothing,
    fails: context.totals.or(headers.flatMap(({ text }) => failuresOf(text))),
    changes: headers.map(({ name, text }) => ({
      part: partOfHeader(name, context),
      when: always,
      operation: { kind: name === "host" ? "set" : "append", value: text },
    })),
  };
}

function removeHeaders({ config }: CompiledAction, context: ActionContext): SymbolicAction {
  const names = Array.isArray(config["headers"]) ? config["headers"] : [];
  return {
    ...nothing,
    changes: names.map((name) => ({
      part: partOfHeader(String(name).toLowerCase(), context),
      when: always,
      operation: { kind: "remove" },
    })),
  };
}

function log(
  { config }: CompiledAction,
  { texts, changes, moment }: ActionContext,
): SymbolicAction {
  const { key, fails } = texts.value(config["metadata"] ?? null, changes, moment);
  return { ...nothing, fails, effects: [{ of: "logs", key }] };
}

function compressResponse(action: CompiledAction, context: ActionContext): SymbolicAction {
  const { changes, isResponse } = context;
  const read = ["content-encoding", "content-range", "cache-control", "content-type", "vary"];
  const needs = headerPart("req", "accept-encoding");
  const parts = [...read.map((name) => headerPart("res", name)), needs];
  const version = changes.versionOfParts(
    parts.map((part) => part.key),
    changes.count,
  );
  const operation = {
    kind: "other",
    key: `compress ${keyOfConfig(action.config)}${version}`,
  } as const;
  const changed = [
    headerPart("res", "content-length"),
    headerPart("res", "content-encoding"),
    headerPart("res", "vary"),
    variablePart("res.content_length"),
  ];
  return {
    ...nothing,
    changes: changed.map((part) => ({ part, when: always, operation, needs })),
    ...(!isResponse && { isLater: true }),
  };
}

/** An action that only the service can run, or that the engine knows more about than this model does. */
function unknownAction(action: CompiledAction, context: ActionContext): SymbolicAction {
  const { totals } = context;
  const { changes } = context.dialect.actions.get(action.type) ?? {};
  const key = keyOfUse(action, context);
  const mayFail = action.run !== undefined && expressionsIn(action.config).length > 0;
  const open = totals.opaque(`${key} fails`, `"${action.type}" fails`);
  return {
    ...nothing,
    fails: mayFail ? open : totals.and([open, failureOfTexts(action, context)]),
    ends: totals.opaque(`${key} ends processing`, `"${action.type}" ends processing`),
    answer: { kind: canAnswer(context) ? "answered" : "closed", key: `${key} ends` },
    changes: (changes ?? ["req", "res", "conn", "actions"]).map((name) => ({
      part: variablePart(name),
      when: always,
      operation: { kind: "other", key },
    })),
    effects: [{ of: "state", key }],
  };
}

function failureOfTexts({ type, config }: CompiledAction, context: ActionContext): Formula {
  const { texts, changes, moment, totals, dialect } = context;
  const { interpolated = [] } = dialect.actions.get(type) ?? {};
  const fields = new Set(interpolated.map((path) => path.split(".", 1)[0] ?? path));
  const values = [...fields].map((field) => texts.value(config[field] ?? null, changes, moment));
  return totals.or(values.map(({ fails }) => fails));
}

/** An action that nobody knows, or that the service would refuse: it may fail, end processing and change anything. */
function anyAction(action: CompiledAction, context: ActionContext): SymbolicAction {
  const { totals, dialect, stage, protocol } = context;
  const { type } = action;
  // Actions of two dialects may have the same name by chance.
  const key = `${dialect.name} ${keyOfUse(action, context)}`;
  const may = (what: string): Formula => totals.opaque(`${key} ${what}`, `"${type}" ${what}`);
  const kinds: Answer["kind"][] = canAnswer(context) ? ["answered", "closed"] : ["closed"];
  if (stage === "connect" || (stage === "request" && protocol === "http")) kinds.push("forwarded");
  const answers = kinds.map((kind, at) => {
    const others = kinds.slice(0, at).map((one) => totals.not(may(`ends as ${one}`)));
    const isLast = at === kinds.length - 1;
    const when = totals.and([...others, ...(isLast ? [] : [may(`ends as ${kind}`)])]);
    return { when, answer: { kind, key: `${key} ends as ${kind}`, isOfUnknown: true } as const };
  });
  const parts = ["req", "res", "conn", "actions", ...filledMaps(dialect).map(({ name }) => name)];
  return {
    fails: may("fails"),
    ends: may("ends processing"),
    answers,
    changes: parts.map((name) => ({
      part: variablePart(name),
      when: always,
      operation: { kind: "other", key },
    })),
    effects: [{ of: "state", key }],
  };
}

/** Like {@link anyAction}, but never ends processing. */
function neverEnds(action: CompiledAction, context: ActionContext): SymbolicAction {
  return { ...unknownAction(action, context), ends: never };
}

function terminateTls(action: CompiledAction, context: ActionContext): SymbolicAction {
  const ends = context.totals.opaque(
    `${keyOfUse(action, context)} refuses`,
    "the TLS handshake of terminate-tls fails",
  );
  return { ...unknownAction(action, context), ends, answer: closed };
}

function verifyWebhook(action: CompiledAction, context: ActionContext): SymbolicAction {
  const { texts, changes, moment } = context;
  const { fails } = texts.value(action.config, changes, moment);
  return { ...unknownAction(action, context), fails };
}

/** The values that it sets take effect where they are read. */
function setVars(action: CompiledAction, context: ActionContext): SymbolicAction | undefined {
  const { totals, texts, changes, moment, dialect } = context;
  const field = dialect.actions.get(action.type)?.setsVariables;
  const map = filledMaps(dialect).find(({ setBy }) => setBy === action.type)?.name;
  const list = field === undefined ? undefined : action.config[field];
  if (map === undefined || !Array.isArray(list)) return undefined;
  const entries = list.flatMap((entry: JsonValue) =>
    isJsonObject(entry) ? Object.entries(entry) : [],
  );
  const set = entries.map(([name]) => `${map}.${name}`);
  // What an entry reads of those before it is not followed.
  const isOpen = (value: JsonValue, at: number): boolean =>
    expressionsIn({ value }).some((text) => {
      const parsed = parseExpression(text);
      return parsed.ok && changes.reads(parsed.tree, set.slice(0, at));
    });
  const failures: Formula[] = [];
  const made = entries.map(([, value], at) => {
    const part = variablePart(set[at] ?? map);
    if (isOpen(value, at)) {
      const key = `${part.key} ${keyOfUse(action, context)}`;
      failures.push(totals.opaque(`${key} fails`, `"${action.type}" fails`));
      return { part, when: always, operation: { kind: "other", key } as const };
    }
    const text = texts.value(value, changes, moment);
    failures.push(text.fails);
    const holds = (atom: Atom): Formula | undefined => answerOfValue(atom, value, text);
    return { part, when: always, operation: { kind: "other", key: text.key, holds } as const };
  });
  return { ...nothing, fails: totals.or(failures), changes: made };
}

function answerOfValue(atom: Atom, value: JsonValue, text: Interpolated): Formula | undefined {
  if (text.constant !== undefined) return answerFor(atom, { kind: "text", value: text.constant });
  if (typeof value === "boolean") return answerFor(atom, { kind: "bool", value });
  if (typeof value === "number") {
    const number = Number.isSafeInteger(value) ? BigInt(value) : value;
    return answerFor(atom, { kind: "number", value: number });
  }
  const { test } = atom;
  if (test.kind === "is" && text.holds !== undefined) return test.of === "text" ? always : never;
  return test.kind === "text" || test.kind === "one-of" ? text.holds?.(test) : undefined;
}

function ofStub(action: CompiledAction, stub: StubInput, context: ActionContext): SymbolicAction {
  if (typeof stub === "function") {
    const key = keyOfUse(action, context);
    const ends = context.totals.opaque(
      `${key} ends processing`,
      `the stub of "${action.type}" ends processing`,
    );
    const fails = context.totals.opaque(`${key} fails`, `the stub of "${action.type}" fails`);
    const kind = canAnswer(context) ? "answered" : "closed";
    const { results = [] } = context.dialect.actions.get(action.type) ?? {};
    const operation = { kind: "other", key } as const;
    const changes = results.map(({ name }) => ({
      part: variablePart(name),
      when: always,
      operation,
    }));
    const effects = [{ of: "state", key } as const];
    return { ...nothing, fails, ends, answer: { kind, key }, changes, effects };
  }
  const left = leftByStub(action, stub, context);
  if (stub === "next" || (typeof stub === "object" && "next" in stub)) return left;
  if (stub === "fail" || (typeof stub === "object" && "fail" in stub)) {
    return action.goesOnAfterFailure === true ? left : failing;
  }
  if (stub === "close" || (typeof stub === "object" && "close" in stub)) {
    return { ...nothing, ends: always, answer: closed };
  }
  // Before a request there is nobody to answer.
  if (context.protocol === "http" && context.stage === "connect") {
    return { ...nothing, ends: always, answer: closed };
  }
  return alwaysAnswers(action, { ...context, protocol: "http", stage: "request" });
}

function leftByStub(
  { type }: CompiledAction,
  stub: Exclude<StubInput, (...some: never[]) => unknown>,
  { dialect }: ActionContext,
): SymbolicAction {
  const { results = [] } = dialect.actions.get(type) ?? {};
  const key = `stub of ${type} ${keyOfConfig(stub)}`;
  const operation = { kind: "other", key } as const;
  return {
    ...nothing,
    changes: results.map(({ name }) => ({ part: variablePart(name), when: always, operation })),
  };
}

function keyOfUse({ type, config }: CompiledAction, context: ActionContext): string {
  // What it reads of the message is not known.
  const { changes } = context;
  const version = changes.versionOfParts(["req.*", "res.*"], changes.count);
  // What its config reads beside that is known.
  const read = expressionsIn(config).map((text) => {
    const parsed = parseExpression(text);
    return parsed.ok ? changes.versionOf(parsed.tree, changes.count) : "";
  });
  const canonical = canonicalConfig(type, config, context);
  return numbered(`${type} ${keyOfConfig(canonical)}${version}${read.join("")}`, context);
}

/** Numbers the keys of equal actions, each of which counts or acts on its own. */
function numbered(key: string, { countOf }: ActionContext): string {
  const count = countOf(key);
  return count > 1 ? `${key} (${count})` : key;
}

interface HeaderText {
  /** In lower case. */
  readonly name: string;
  readonly text: Interpolated;
}

function headersOf(config: JsonObject, context: ActionContext): readonly HeaderText[] {
  const { headers } = config;
  if (!isJsonObject(headers)) return [];
  return Object.entries(headers).map(([name, value]) => ({
    name: name.toLowerCase(),
    text: textOf(value, context),
  }));
}

function textOf(value: unknown, { texts, changes, moment }: ActionContext): Interpolated {
  return texts.text(typeof value === "string" ? value : "", changes, moment);
}

function failuresOf({ fails, isNoHeader }: Interpolated): readonly Formula[] {
  return [fails, isNoHeader];
}

function keyOfHeaders(headers: readonly HeaderText[]): unknown {
  return headers
    .map(({ name, text }) => [name, text.key])
    .toSorted(([one = ""], [other = ""]) => (one < other ? -1 : one > other ? 1 : 0));
}

function partOfHeader(name: string, { isResponse }: ActionContext): Part {
  return headerPart(isResponse ? "res" : "req", name);
}

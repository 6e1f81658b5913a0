import {
  exchangeProblems,
  FormatError,
  harExchanges,
  isSentOverHttp,
  protocolProblem,
  toExchange,
  type ExchangeFile,
} from "@traffic-policy/policy-engine/formats";
import { askedOf } from "@traffic-policy/policy-engine/report";
import { ExchangeError, type Exchange } from "@traffic-policy/policy-engine";
import { isJsonObject, toPointer, type Protocol } from "@traffic-policy/policy-language";
import {
  checkText,
  problemIn,
  readDocument,
  type PartProblem,
  type ReadDocument,
} from "./document.ts";
import type { ExchangeText, Problem } from "./messages.ts";
import { Refusal } from "./refusal.ts";

export interface GivenExchange {
  readonly given: ExchangeFile;
  /** The number in a HAR file, from 1. */
  readonly entry?: number;
  problem(problem: PartProblem): Problem;
}

export type GivenExchanges =
  | { readonly kind: "exchange"; readonly exchange: GivenExchange }
  | { readonly kind: "recording"; readonly entries: readonly GivenExchange[] };

/**
 * Reads an exchange document, a curl command line or a HAR file.
 *
 * @throws Refusal when the text is none of these
 */
export async function readExchanges(given: ExchangeText): Promise<GivenExchanges> {
  const { format, text, entry, beside } = given;
  if (format === "curl") return { kind: "exchange", exchange: await readCurl(text, beside) };
  const document = await readDocument(text, "exchange");
  const isHar = isJsonObject(document.value) && isJsonObject(document.value["log"]);
  if (format !== "har" && !isHar) {
    const problem = (one: PartProblem): Problem => problemIn(document.source, "exchange", one);
    const exchange = { given: document.value as unknown as ExchangeFile, problem };
    check(exchange);
    return { kind: "exchange", exchange };
  }
  const entries = readRecording(document);
  if (entry === undefined) return { kind: "recording", entries };
  const exchange = entries[entry - 1];
  if (exchange !== undefined) return { kind: "exchange", exchange };
  throw new Refusal({
    message: `The HAR file has no entry ${entry}.`,
    help: `Its last entry is ${entries.length}.`,
    input: "exchange",
  });
}

function unplaced({ message, help }: PartProblem): Problem {
  return { message, ...(help && { help }), input: "exchange" };
}

export const noExchange: GivenExchange = { given: {}, problem: unplaced };

// Loaded only here: it takes a parser of its own.
async function readCurl(text: string, beside = ""): Promise<GivenExchange> {
  checkText(text, "exchange");
  const others = beside.trim() === "" ? {} : (await readDocument(beside, "exchange")).value;
  const { curlRequest } = await import("@traffic-policy/policy-engine/formats/curl");
  try {
    const request = curlRequest(text.trim());
    const given = { ...(isJsonObject(others) ? (others as ExchangeFile) : {}), request };
    return { given, problem: unplaced };
  } catch (error) {
    if (error instanceof FormatError) throw new Refusal(unplaced(error));
    throw error;
  }
}

function readRecording({ value, source }: ReadDocument): GivenExchange[] {
  const problem = (one: PartProblem): Problem => problemIn(source, "exchange", one);
  try {
    return harExchanges(value).map(({ exchange, pointer }, index) => ({
      given: exchange,
      entry: index + 1,
      problem: (one) => problem({ ...one, path: pointer(one.path), part: undefined }),
    }));
  } catch (error) {
    if (error instanceof FormatError) throw new Refusal(problem(error));
    throw error;
  }
}

function check({ given, problem }: GivenExchange): void {
  const [wrong] = exchangeProblems(given);
  if (wrong !== undefined) throw new Refusal(problem(wrong));
}

/**
 * Converts an exchange for the engine.
 *
 * @param protocol - of the policy, when the exchange is for a policy
 * @throws Refusal when the exchange is invalid
 */
export function exchangeOf(exchange: GivenExchange, protocol?: Protocol): Exchange {
  check(exchange);
  const { given, problem } = exchange;
  const found = toExchange(given, (file) => {
    throw new Refusal(problem(noFile(given, file)));
  });
  const wrong = protocol && protocolProblem(found, protocol);
  if (wrong !== undefined) throw new Refusal(problem(wrong));
  return found;
}

export function noFile(document: unknown, file: string): PartProblem & { readonly help: string } {
  return {
    path: fileAt(document, file, "") ?? "",
    message: "Files cannot be read here.",
    help: 'Write the body as "body".',
  };
}

function fileAt(value: unknown, file: string, path: string): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  for (const [key, member] of Object.entries(value)) {
    const at = path + toPointer([key]);
    if (key === "bodyFile" && member === file) return at;
    const below = fileAt(member, file, at);
    if (below !== undefined) return below;
  }
  return undefined;
}

/** Checks whether a recorded exchange never left the browser. */
export function isNoExchange({ given }: GivenExchange): boolean {
  return !isSentOverHttp(given);
}

export function askedIn({ given }: GivenExchange): string {
  return askedOf(given as Parameters<typeof askedOf>[0]);
}

/**
 * Runs work with an exchange.
 *
 * @throws Refusal with the place of the URL, which only the engine checks
 */
export function located<Result>(given: GivenExchange, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ExchangeError)) throw error;
    const { message, help } = error;
    throw new Refusal(given.problem({ path: "/request/url", message, help }));
  }
}

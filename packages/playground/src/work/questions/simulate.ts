import {
  type Answer,
  CircuitBreakers,
  RateLimits,
  type Exchange,
  type GivenAnswer,
  type Outcome,
  type PossibleOutcomes,
} from "@traffic-policy/policy-engine";
import type { PolicySource } from "@traffic-policy/policy-language";
import { openQuestions } from "@traffic-policy/policy-engine/internal";
import {
  answerWords,
  dependenceText,
  notSimulatedText,
  optionText,
  ruleName,
  shownText,
  shownValue,
  withoutResponse,
} from "@traffic-policy/policy-engine/report";
import type { Clock } from "../clock.ts";
import { placed } from "../document.ts";
import {
  askedIn,
  exchangeOf,
  isNoExchange,
  noExchange,
  readExchanges,
  type GivenExchange,
  type GivenExchanges,
} from "../exchange.ts";
import type {
  ExchangeText,
  Question,
  ShownQuestion,
  Simulated,
  SimulatedRecording,
} from "../messages.ts";
import { preparePolicy, type PreparedPolicy } from "../policy.ts";
import { simulation, type Simulate } from "../possible.ts";
import { Refusal } from "../refusal.ts";
import { shownExchange } from "../views/exchange.ts";
import { placedMessages, shownBody, shownHeaders, shownResults } from "../views/outcome.ts";
import { tracedSections } from "../views/trace.ts";

export default async function simulated(
  question: Question<"simulate">,
  clock: Clock,
): Promise<Simulated | SimulatedRecording> {
  const prepared = await preparePolicy(question);
  const given = await givenIn(question.exchange);
  const simulate = await simulation(question, prepared, clock);
  return given.kind === "recording"
    ? simulateRecording(prepared, given.entries, simulate)
    : simulateOne(prepared, given.exchange, { ...question, simulate });
}

async function givenIn(exchange: ExchangeText | undefined): Promise<GivenExchanges> {
  const isNone = exchange === undefined || exchange.text.trim() === "";
  return isNone ? { kind: "exchange", exchange: noExchange } : readExchanges(exchange);
}

async function simulateOne(
  prepared: PreparedPolicy,
  given: GivenExchange,
  {
    simulate,
    answers = [],
  }: Pick<Question<"simulate">, "answers"> & { readonly simulate: Simulate },
): Promise<Simulated> {
  const { policy, source, protocol, problems } = prepared;
  const exchange = exchangeOf(given, protocol);
  const outcomes = await simulate(given, exchange);
  const [{ outcome, dependsOn }] = outcomes.possible;
  return {
    kind: "exchange",
    exchange: await shownExchange(exchange, 1, given.given),
    ...shownResults(outcomes),
    questions: shownQuestions(outcomes, answers, source),
    directions: tracedSections(outcome, policy, source),
    ...(exchange.request !== undefined && messagesOf(outcome)),
    errors: placedMessages(outcome.errors, source),
    problems,
    logs: outcome.logs.map(({ path, metadata }) => ({
      message: shownValue(metadata, 1000),
      ...placed(source, path),
    })),
    notSimulated: outcome.notSimulated.map((one) => {
      const isWhole = notSimulatedText(one) !== one.message;
      return {
        message: isWhole ? `"${one.type}" is not simulated.` : one.message,
        help: "Only the service knows what it does: answer for it, or give a stub.",
        ...placed(source, one.path),
      };
    }),
    dependsOn: dependsOn.map((one) => ({
      option: `${one.option}=${optionText(one.value)}`,
      question: openQuestions[one.option].question,
      others: dependenceText(outcome, one),
    })),
  };
}

function messagesOf(outcome: Outcome): Pick<Simulated, "upstream" | "client" | "clientNote"> {
  const { request, response, result } = outcome;
  return {
    ...(request !== undefined && {
      upstream: {
        method: request.method,
        url: shownText(request.url, 2000),
        headers: shownHeaders(request.headers, outcome, "request-header"),
        ...shownBody(request.body),
      },
    }),
    ...(response === undefined
      ? { clientNote: `The client gets ${withoutResponse(outcome)}.` }
      : {
          client: {
            status: response.status,
            // What the policy answers itself is all its own.
            headers: shownHeaders(
              response.headers,
              result === "forwarded" ? outcome : {},
              "response-header",
            ),
            ...shownBody(response.body),
            ...(response.compression !== undefined && { compression: response.compression }),
          },
        }),
  };
}

/** Simulates a recording in order, because rate limits count all previous exchanges. */
async function simulateRecording(
  { protocol, problems }: PreparedPolicy,
  given: readonly GivenExchange[],
  simulate: Simulate,
): Promise<SimulatedRecording> {
  const rateLimits = new RateLimits();
  const circuitBreakers = new CircuitBreakers();
  const entry = async (one: GivenExchange, index: number): Promise<RecordedEntry> => {
    const asked = shownText(askedIn(one), 200);
    const of = { entry: index + 1, asked, matched: [] };
    if (isNoExchange(one)) return { ...of, note: "It is not sent over HTTP." };
    try {
      const exchange: Exchange = exchangeOf(one, protocol);
      const outcomes = await simulate(one, exchange, { rateLimits, circuitBreakers });
      const [{ outcome }] = outcomes.possible;
      const { result } = shownResults(outcomes);
      const matched = result.result === "depends" ? [] : outcome.matched;
      return { ...of, result, matched: matched.map((rule) => shownText(ruleName(rule), 200)) };
    } catch (error) {
      if (error instanceof Refusal) return { ...of, note: error.problem.message };
      throw error;
    }
  };
  const entries: RecordedEntry[] = [];
  for (const [index, one] of given.entries()) entries.push(await entry(one, index));
  return { kind: "recording", problems, entries };
}

type RecordedEntry = SimulatedRecording["entries"][number];

/** Returns the open questions and those that were answered, in an order that answers do not change. */
function shownQuestions(
  { possible }: PossibleOutcomes,
  answers: readonly GivenAnswer[],
  source: PolicySource,
): ShownQuestion[] {
  const open = possible.flatMap(({ when }) => when.flat());
  const all = [...answers, ...open].map((one): [string, ShownQuestion] => {
    const { kind, text } = one;
    const said = (answer: boolean): string => answerWords({ kind, answer });
    const place = isAsked(one) ? placed(source, one.path) : {};
    return [`${kind} ${text}`, { kind, text, yes: said(true), no: said(false), ...place }];
  });
  return [...new Map(all).entries()]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, question]) => question);
}

function isAsked(one: GivenAnswer | Answer): one is Answer {
  return "path" in one;
}

import {
  CircuitBreakers,
  RateLimits,
  possibleOutcomes,
  type Exchange,
  type Outcome,
} from "@traffic-policy/policy-engine";
import { openQuestions } from "@traffic-policy/policy-engine/internal";
import {
  dependenceText,
  notSimulatedText,
  optionText,
  ruleName,
  shownText,
  shownValue,
  withoutResponse,
} from "@traffic-policy/policy-engine/report";
import { givenWith } from "@traffic-policy/policy-engine/formats";
import type { Clock } from "../clock.ts";
import { placed } from "../document.ts";
import {
  askedIn,
  exchangeOf,
  isNoExchange,
  located,
  noExchange,
  readExchanges,
  type GivenExchange,
  type GivenExchanges,
} from "../exchange.ts";
import type { ExchangeText, Question, Simulated, SimulatedRecording } from "../messages.ts";
import { preparePolicy, type PreparedPolicy } from "../policy.ts";
import { Refusal } from "../refusal.ts";
import { shownExchange } from "../views/exchange.ts";
import { placedMessages, shownBody, shownHeaders, shownResults } from "../views/outcome.ts";
import { tracedSections } from "../views/trace.ts";

export default async function simulate(
  question: Question<"simulate">,
  clock: Clock,
): Promise<Simulated | SimulatedRecording> {
  const prepared = await preparePolicy(question);
  const given = await givenIn(question.exchange);
  return given.kind === "recording"
    ? simulateRecording(prepared, given.entries, clock)
    : simulateOne(prepared, given.exchange, clock);
}

async function givenIn(exchange: ExchangeText | undefined): Promise<GivenExchanges> {
  const isNone = exchange === undefined || exchange.text.trim() === "";
  return isNone ? { kind: "exchange", exchange: noExchange } : readExchanges(exchange);
}

async function simulateOne(
  prepared: PreparedPolicy,
  given: GivenExchange,
  clock: Clock,
): Promise<Simulated> {
  const { policy, source, protocol, problems } = prepared;
  const exchange = exchangeOf(given, protocol);
  const outcomes = located(given, () =>
    possibleOutcomes(policy, exchange, {}, { ...givenWith(given.given), clock: clock.now }),
  );
  const [{ outcome, dependsOn }] = outcomes.possible;
  return {
    kind: "exchange",
    exchange: await shownExchange(exchange, 1, given.given),
    ...shownResults(outcomes),
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
        help: "Only the service knows what it does. In cases, `stubs` say it.",
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
function simulateRecording(
  { policy, protocol, problems }: PreparedPolicy,
  entries: readonly GivenExchange[],
  clock: Clock,
): SimulatedRecording {
  const rateLimits = new RateLimits();
  const circuitBreakers = new CircuitBreakers();
  return {
    kind: "recording",
    problems,
    entries: entries.map((given, index) => {
      const asked = shownText(askedIn(given), 200);
      const of = { entry: index + 1, asked, matched: [] };
      if (isNoExchange(given)) return { ...of, note: "It is not sent over HTTP." };
      try {
        const exchange: Exchange = exchangeOf(given, protocol);
        const outcomes = located(given, () =>
          possibleOutcomes(policy, exchange, {}, { rateLimits, circuitBreakers, clock: clock.now }),
        );
        const [{ outcome }] = outcomes.possible;
        const { result } = shownResults(outcomes);
        const matched = result.result === "depends" ? [] : outcome.matched;
        return { ...of, result, matched: matched.map((rule) => shownText(ruleName(rule), 200)) };
      } catch (error) {
        if (error instanceof Refusal) return { ...of, note: error.problem.message };
        throw error;
      }
    }),
  };
}

import { possibleOutcomes } from "@traffic-policy/policy-engine";
import { drawPolicy, svgText, type DrawOptions } from "@traffic-policy/report/drawing";
import { givenWith } from "@traffic-policy/policy-engine/formats";
import { exchangeTitle, oneOfText } from "@traffic-policy/policy-engine/report";
import type { Clock } from "../clock.ts";
import { exchangeOf, located, readExchanges, type GivenExchange } from "../exchange.ts";
import type { Drawn, ExchangeText, Question } from "../messages.ts";
import { preparePolicy, type PreparedPolicy } from "../policy.ts";

export default async function draw(question: Question<"draw">, clock: Clock): Promise<Drawn> {
  const prepared = await preparePolicy(question);
  const given = await givenIn(question.exchange);
  const exchange = given && drawnExchange(prepared, given, clock);
  // The page has a pane of half its width for it, or all of a telephone.
  return { svg: svgText(drawPolicy(prepared.policy, exchange), { width: 640 }) };
}

async function givenIn(exchange: ExchangeText | undefined): Promise<GivenExchange | undefined> {
  if (exchange === undefined || exchange.text.trim() === "") return undefined;
  const given = await readExchanges(exchange);
  return given.kind === "exchange" ? given.exchange : undefined;
}

function drawnExchange(
  { policy, protocol }: PreparedPolicy,
  given: GivenExchange,
  clock: Clock,
): DrawOptions {
  const exchange = exchangeOf(given, protocol);
  const outcomes = located(given, () =>
    possibleOutcomes(policy, exchange, {}, { ...givenWith(given.given), clock: clock.now }),
  );
  const [{ outcome }] = outcomes.possible;
  return { exchange: `${exchangeTitle(exchange)}${oneOfText(outcomes)}`, outcome };
}

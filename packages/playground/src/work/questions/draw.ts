import { drawPolicy, svgText, type DrawOptions } from "@traffic-policy/report/drawing";
import { exchangeTitle, oneOfText } from "@traffic-policy/policy-engine/report";
import type { Clock } from "../clock.ts";
import { exchangeOf, readExchanges, type GivenExchange } from "../exchange.ts";
import type { Drawn, ExchangeText, Question } from "../messages.ts";
import { simulation, type Simulate } from "../possible.ts";
import { preparePolicy, type PreparedPolicy } from "../policy.ts";

export default async function draw(question: Question<"draw">, clock: Clock): Promise<Drawn> {
  const prepared = await preparePolicy(question);
  const given = await givenIn(question.exchange);
  const exchange =
    given && drawnExchange(prepared, given, await simulation(question, prepared, clock));
  // The page has a pane of half its width for it, or all of a telephone.
  return { svg: svgText(drawPolicy(prepared.policy, await exchange), { width: 640 }) };
}

async function givenIn(exchange: ExchangeText | undefined): Promise<GivenExchange | undefined> {
  if (exchange === undefined || exchange.text.trim() === "") return undefined;
  const given = await readExchanges(exchange);
  return given.kind === "exchange" ? given.exchange : undefined;
}

async function drawnExchange(
  { protocol }: PreparedPolicy,
  given: GivenExchange,
  simulate: Simulate,
): Promise<DrawOptions> {
  const exchange = exchangeOf(given, protocol);
  const outcomes = await simulate(given, exchange);
  const [{ outcome }] = outcomes.possible;
  return { exchange: `${exchangeTitle(exchange)}${oneOfText(outcomes)}`, outcome };
}

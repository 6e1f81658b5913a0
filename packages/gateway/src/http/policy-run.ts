import type { IncomingMessage } from "node:http";
import {
  ExchangeRun,
  type CompiledPolicy,
  type ConnectionInput,
  type Exchange,
  type ForwardedRequest,
  type Outcome,
  type SimulationOptions,
} from "@traffic-policy/policy-engine";
import type { ServedExchange } from "../served-exchange.ts";
import type { Surroundings } from "../surroundings.ts";
import { exchangeOf } from "./exchange-of.ts";
import type { FieldText } from "./field-text.ts";
import type { Fields } from "./fields.ts";

/** What decides what becomes of a request, and who is told of it. */
export interface PolicySetting {
  readonly policy: CompiledPolicy;
  readonly simulation: SimulationOptions;
  readonly around: Surroundings;
  readonly onExchange: (served: ServedExchange) => void;
}

/** What of the upstream's response a policy sees. */
export interface UpstreamHead {
  readonly status: number;
  readonly headers: [name: string, value: string][];
}

/** A request on its way through the policy, with what is told of it. */
export class PolicyRun {
  /** What the client sent, without what its `connection` field names. */
  readonly fields: Fields;
  readonly #setting: PolicySetting;
  readonly #run: ExchangeRun;
  readonly #startedAt = performance.now();
  #exchange: Exchange;
  #outcome: Outcome | undefined;
  #isTold = false;

  /** @throws ExchangeError when the exchange cannot be */
  constructor(
    setting: PolicySetting,
    request: IncomingMessage,
    connection: ConnectionInput,
    text: FieldText,
  ) {
    const { fields, exchange } = exchangeOf(request, setting.around, connection, text);
    this.fields = fields;
    this.#setting = setting;
    this.#exchange = exchange;
    this.#run = new ExchangeRun(setting.policy, exchange, setting.simulation);
  }

  /** Gives the request for the upstream; nothing when the policy answers or refuses it. */
  request(): ForwardedRequest | undefined {
    return this.#run.request();
  }

  /** The headers of the request that the policy has set or removed, in lower case. */
  get changedHeaders(): ReadonlySet<string> {
    return this.#run.changedHeaders;
  }

  /**
   * Ends what the policy does.
   *
   * @param response - the head of the upstream's response; none when it was not asked, and `null` when
   * it fails to give one
   */
  end(response?: UpstreamHead | null): Outcome {
    if (response) this.#exchange = { ...this.#exchange, response };
    this.#run.response(response);
    this.#outcome = this.#run.outcome();
    return this.#outcome;
  }

  /** Tells of the exchange, once; of one in which the policy could not be run to its end, nothing. */
  tell(result: Pick<ServedExchange, "status" | "upstreamError"> = {}): void {
    if (this.#outcome === undefined || this.#isTold) return;
    this.#isTold = true;
    this.#setting.onExchange({
      part: "whole",
      exchange: this.#exchange,
      outcome: this.#outcome,
      policy: this.#setting.policy,
      ...result,
      milliseconds: performance.now() - this.#startedAt,
    });
  }
}

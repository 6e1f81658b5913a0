import type { IncomingMessage } from "node:http";
import {
  ExchangeRun,
  type Body,
  type Carrier,
  type CompiledPolicy,
  type ConnectionInput,
  type Exchange,
  type ForwardedRequest,
  type MessageStream,
  type Outcome,
  type SimulationOptions,
  type RequestInput,
} from "@traffic-policy/policy-engine";
import { forwardsHeader, hopsHeader } from "../endpoints/hops.ts";
import type { ServedExchange } from "../options.ts";
import type { Surroundings } from "../surroundings.ts";
import { toFields, valuesOf, withoutNamed, type FieldText, type Fields } from "../fields.ts";

export interface PolicySetting {
  readonly policy: CompiledPolicy;
  readonly simulation: SimulationOptions;
  readonly around: Surroundings;
  readonly onExchange: (served: ServedExchange) => void;
}

export interface UpstreamHead {
  readonly status: number;
  readonly headers: [name: string, value: string][];
}

/** Runs a policy for a single request, and reports the exchange. */
export class PolicyRun {
  /** The client's headers, without those that its `connection` field names. */
  readonly fields: Fields;
  readonly #setting: PolicySetting;
  readonly #run: ExchangeRun;
  readonly #startedAt = performance.now();
  #exchange: Exchange;
  #outcome: Outcome | undefined;
  #reported: ServedExchange["part"] | undefined;

  /** @throws ExchangeError when the exchange is invalid */
  constructor(
    setting: PolicySetting,
    request: IncomingMessage,
    connection: ConnectionInput,
    text: FieldText,
    carrier: Carrier,
  ) {
    const { fields, exchange } = exchangeOf(request, setting.around, connection, text);
    this.fields = fields;
    this.#setting = setting;
    this.#exchange = exchange;
    this.#run = new ExchangeRun(setting.policy, exchange, setting.simulation, carrier);
  }

  /**
   * Returns the request for the upstream; undefined when the policy answers or refuses it.
   *
   * @throws Unanswered when something must be asked on the way; call it again with the answer
   */
  request(): ForwardedRequest | undefined {
    return this.#run.request();
  }

  /** The URL of the endpoint that the request is forwarded to; undefined when that is the upstream. */
  get forwardedTo(): string | undefined {
    return this.#run.forwardedTo;
  }

  /** The messages of the response; undefined when no rules run for each of them. */
  get messageStream(): MessageStream | undefined {
    return this.#run.messageStream;
  }

  note(of: "request" | "response", body: Body): void {
    const { request, response } = this.#exchange;
    if (of === "request" && request !== undefined) {
      this.#exchange = { ...this.#exchange, request: { ...request, body } };
    } else if (of === "response")
      this.#exchange = { ...this.#exchange, response: { ...response, body } };
  }

  get changedHeaders(): ReadonlySet<string> {
    return this.#run.changedHeaders;
  }

  /**
   * Runs the policy to its end.
   *
   * @param response - the head of the upstream's response; undefined when the upstream was not asked, `null` when it
   *   failed to respond
   * @throws Unanswered as `request` does
   */
  end(response?: UpstreamHead | null): Outcome {
    if (response && this.#exchange.response === undefined) {
      this.#exchange = { ...this.#exchange, response };
    }
    this.#run.response(response);
    this.#outcome = this.#run.outcome();
    return this.#outcome;
  }

  /** Reports the exchange, once. Does nothing when the policy could not be run to its end. */
  tell(result: Pick<ServedExchange, "status" | "upstreamError"> = {}): void {
    if (this.#outcome === undefined || this.#reported !== undefined) return;
    // A run that goes on adds to what it gave before.
    if (this.messageStream === undefined) this.#report("whole", this.#outcome, result);
    else this.#report("beginning", structuredClone(this.#outcome), result);
  }

  /** Reports an exchange for the second time, when all messages of its stream have come. */
  tellEnd(result: Pick<ServedExchange, "status" | "upstreamError">): void {
    if (this.#reported === "beginning") this.#report("end", this.#run.outcome(), result);
  }

  #report(
    part: ServedExchange["part"],
    outcome: Outcome,
    result: Pick<ServedExchange, "status" | "upstreamError">,
  ): void {
    this.#reported = part;
    this.#setting.onExchange({
      part,
      exchange: this.#exchange,
      outcome,
      policy: this.#setting.policy,
      ...result,
      milliseconds: performance.now() - this.#startedAt,
    });
  }
}

interface SeenRequest {
  readonly exchange: Exchange & { readonly request: RequestInput };
  /** The client's headers, without those that its `connection` field names. */
  readonly fields: Fields;
}

function exchangeOf(
  request: IncomingMessage,
  around: Surroundings,
  connection: ConnectionInput,
  text: FieldText,
): SeenRequest {
  const { url: target = "/" } = request;
  let fields = withoutHops(withoutNamed(toFields(request.rawHeaders, text)));
  const [, scheme, asked] = /^(https?):\/\/([^/?#]*)/i.exec(target) ?? [];
  // RFC 9112, section 3.2.2: a host in the target counts, and the field does not.
  const [given] = valuesOf(fields, "host");
  const host = hostOf(asked ?? given, around);
  if (host !== given) {
    fields = [["host", host], ...fields.filter(([name]) => name !== "host")];
  }
  const path = scheme === undefined ? target : target.slice(`${scheme}://${asked}`.length);
  const { socket } = request;
  return {
    fields,
    exchange: {
      time: Date.now(),
      connection: {
        bytesIn: socket.bytesRead,
        bytesOut: socket.bytesWritten,
        ...connection,
      },
      endpoint: { url: around.url },
      request: {
        method: request.method ?? "GET",
        url: path.startsWith("/") ? path : `/${path}`,
        headers: fields,
        version: `HTTP/${request.httpVersion}`,
      },
      ...(around.variables && { variables: around.variables }),
    },
  };
}

/** Hides the counts of hops, which are for gateways only, from rules and from the upstream. */
function withoutHops(fields: Fields): Fields {
  const isCount = (name: string): boolean => name === hopsHeader || name === forwardsHeader;
  return fields.some(([name]) => isCount(name))
    ? fields.filter(([name]) => !isCount(name))
    : fields;
}

/** Maps the gateway's own host to the public host that rules see. */
function hostOf(asked: string | undefined, { publicAuthority, authority }: Surroundings): string {
  if (asked === undefined || asked === "") return publicAuthority;
  const port = authority.slice(authority.lastIndexOf(":"));
  const isOwn = asked === authority || asked.toLowerCase() === `localhost${port}`;
  const isOther = publicAuthority !== authority;
  return isOwn && isOther ? publicAuthority : asked;
}

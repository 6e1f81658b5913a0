import { parseDuration } from "@traffic-policy/policy-language/internal";
import type { ActionEffect, ConfigReader } from "../action/effect.ts";
import type { CompiledExpression } from "../expression/compiled-expression.ts";
import type { PlainValue } from "../expression/plain-value.ts";
import type { Carrier, Sent, SentRequest, SentResponse } from "../run/carrier.ts";
import type { Run } from "../run/run.ts";
import { readVariable } from "../variables/read-variable.ts";

const prefix = "actions.ngrok.http_request";

// Source: facts/phases/actions.json, http-request, configNotes.
const mostRetries = 3;
const largestBody = 256 * 1024;

const httpRequest: ActionEffect = (config) => {
  const requestOf = readRequest(config);
  const retryCondition = config.expression("retry_condition");
  const halts = config.textOrDefault("on_error") === "halt";
  const results = (config.definition.results ?? []).map(({ name }) => name);
  return (run) => {
    const { send } = run.carrier;
    if (send === undefined) return { kind: "not-simulated" };
    const request = requestOf(run);
    run.checkKnown(request);
    const { attempts, condition } = run.ask("A request of the policy is not answered yet.", () =>
      tryIt(run, request, send, retryCondition),
    );
    const { sent } = attempts.at(-1) as Attempt;
    if (sent.kind === "refused") return { kind: "not-simulated", message: sent.message };
    const failure = sent.kind === "failed" ? sent.message : condition;
    run.takeBack(results);
    run.leave({
      [`${prefix}.attempts`]: attempts.map((one) => attemptValue(one)),
      [`${prefix}.req`]: requestValue(request),
      ...(sent.kind === "response" && { [`${prefix}.res`]: responseValue(sent.response) }),
      ...(failure === undefined && { [`${prefix}.error.code`]: "" }),
      [`${prefix}.error.message`]: failure ?? "",
    });
    if (failure !== undefined && halts) return { kind: "fail", message: failure };
    if (sent.kind !== "response" || failure !== undefined) {
      return { kind: "next", note: `${failure ?? ""} It goes on with the next action.` };
    }
    const { status } = sent.response;
    return { kind: "next", note: `${request.method} ${request.url} was answered with ${status}.` };
  };
};

export default httpRequest;

function readRequest(config: ConfigReader): (run: Run) => SentRequest {
  const url = config.template("url");
  const method = config.textOrDefault("method") ?? "";
  const body = config.template("body");
  const headers = config.headers("headers");
  const parameters = (config.objects("query_params") ?? []).map((one) => {
    return [one.text("key") ?? "", one.template("value")] as const;
  });
  const redirects = config.number("max_redirects");
  const timeout = config.textOrDefault("timeout") ?? "";
  const nanoseconds = parseDuration(timeout);
  if (url === undefined) config.missing("url");
  if (nanoseconds === undefined) config.problem(["timeout"], `"${timeout}" is not a duration.`);
  const milliseconds = Number(nanoseconds ?? 0n) / 1e6;
  return (run) => {
    const query = parameters.map(
      ([key, value]) =>
        `${encodeURIComponent(key)}=${encodeURIComponent(value?.toText(run) ?? "")}`,
    );
    const fields = headers.map(([name, value]) => [name.toLowerCase(), value.toText(run)] as const);
    return {
      method,
      url: withQuery(url?.toText(run) ?? "", query),
      headers: {
        "user-agent": "ngrok/cloud",
        "ngrok-req-type": "http-request",
        "x-forwarded-for": String(readVariable(run, "conn.client_ip") ?? ""),
        ...Object.fromEntries(fields),
      },
      body: body?.toText(run) ?? "",
      largestBody,
      redirects: redirects ?? run.options.httpRequestRedirects,
      until: run.options.clock() + milliseconds,
    };
  };
}

function withQuery(url: string, query: readonly string[]): string {
  if (query.length === 0) return url;
  const [, before = "", fragment = ""] = /^([^#]*)(#.*)?$/s.exec(url) ?? [];
  return `${before}${before.includes("?") ? "&" : "?"}${query.join("&")}${fragment}`;
}

interface Attempt {
  readonly request: SentRequest;
  readonly sent: Sent;
}

interface Tried {
  readonly attempts: readonly Attempt[];
  readonly condition?: string;
}

async function tryIt(
  run: Run,
  request: SentRequest,
  send: NonNullable<Carrier["send"]>,
  condition: CompiledExpression | undefined,
): Promise<Tried> {
  const attempts: Attempt[] = [];
  for (;;) {
    const sent = await send(request);
    attempts.push({ request, sent });
    const isLast = attempts.length > mostRetries || run.options.clock() >= request.until;
    if (condition === undefined || isLast || sent.kind === "refused") return { attempts };
    const retries = condition.value(run, {
      attempts: attempts.length,
      last_attempt: lastAttempt(request, sent),
    });
    if (retries.ok && retries.value !== true) return { attempts };
    if (!retries.ok) {
      // Without a response, that is what failed: the condition asked for one.
      const message = `The retry_condition fails: ${retries.error.message}`;
      return sent.kind === "response" ? { attempts, condition: message } : { attempts };
    }
  }
}

function lastAttempt(request: SentRequest, sent: Sent): PlainValue {
  const response = sent.kind === "response" ? responseValue(sent.response) : undefined;
  return {
    req: requestValue(request),
    // The documentation has this name in its example, and the other one for the result.
    ...(response && { res: { ...response, statusCode: response.status_code } }),
    ...(sent.kind !== "response" && { error: { code: "", message: sent.message } }),
  };
}

function requestValue({ method, url, headers, body }: SentRequest) {
  const header = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [value]]),
  );
  return { method, header, url, body };
}

function responseValue({ address, headers, status, milliseconds, body }: SentResponse) {
  return {
    resolved_ip: address,
    header: headers,
    // A number that a map without types holds would be a double.
    status_code: BigInt(status),
    time_ms: String(Math.round(milliseconds)),
    body,
  };
}

function attemptValue({ sent }: Attempt): PlainValue {
  if (sent.kind !== "response") {
    const address = sent.kind === "failed" ? sent.address : undefined;
    return address === undefined ? {} : { resolved_ip: address };
  }
  const { address, headers, status, milliseconds } = sent.response;
  return {
    resolved_ip: address,
    response_header: headers,
    response_status_code: BigInt(status),
    response_time_ms: String(Math.round(milliseconds)),
  };
}

import type { Diagnostic } from "../../diagnostic.ts";
import { isJsonObject, isList } from "../../json-value.ts";
import { enumerated } from "../../text/sentences.ts";
import { formatEndpointUrl, type EndpointScheme } from "../endpoint-url.ts";
import { isForward, type Forward } from "../forwards.ts";
import type { SitePolicy } from "../site-policy.ts";
import type { SiteEndpoint } from "../site.ts";
import { inPolicy } from "./finding.ts";

/** Finds phases that the endpoint of a policy cannot have, and forwards from a phase of another protocol. */
export function phaseDefects(
  policies: readonly SitePolicy[],
  forwards: readonly Forward[],
): readonly Diagnostic[] {
  return [
    ...policies.flatMap((policy) => policy.endpoints.flatMap((one) => phasesOf(policy, one))),
    ...forwards.flatMap(forwardToOtherProtocol),
  ];
}

function phasesOf(policy: SitePolicy, endpoint: SiteEndpoint): Diagnostic[] {
  const { source, dialect } = policy;
  const { url, binding } = endpoint;
  const { document } = source;
  if (!isJsonObject(document)) return [];
  const protocol = protocolOf(url.scheme);
  const shown = formatEndpointUrl(url);
  return [...dialect.sections.values()].flatMap(({ name, stages }) => {
    const rules = document[name];
    if (rules === undefined || !isList(rules) || rules.length === 0) return [];
    const stage = stages[protocol];
    if (stage === undefined && !isReportedByLint(policy, endpoint)) {
      const known = [...dialect.sections.values()].filter((one) => one.stages[protocol]);
      const finding = {
        rule: "phase",
        severity: "error",
        message: `${shown} has this policy, and an endpoint for ${protocol} has no ${name} rules.`,
        help: `It has ${enumerated(known.map((one) => one.name))} rules.`,
        related: [["The endpoint is here.", endpoint]],
      } as const;
      return [inPolicy(policy, `/${name}`, finding, "key")];
    }
    if (stage !== "connect" || protocol !== "http" || binding !== "internal") return [];
    const finding = {
      rule: "phase",
      severity: "error",
      message: `${shown} is an internal endpoint for HTTP, which the service refuses with ${name} rules (ERR_NGROK_2262): a forward opens no connection to it.`,
      help: "Move the rules into on_http_request, or to the endpoints that forward to it.",
      related: [["The endpoint is here.", endpoint]],
    } as const;
    return [inPolicy(policy, `/${name}`, finding, "key")];
  });
}

/** True for a policy inside its endpoint, and in the file that the configuration of an agent names. */
function isReportedByLint({ source }: SitePolicy, { kind }: SiteEndpoint): boolean {
  const { held } = source;
  return held === undefined ? kind === "agent" : held.holder.protocol !== undefined;
}

function forwardToOtherProtocol(forward: Forward): Diagnostic[] {
  const { policy, rule, action, path, urls, pattern } = forward;
  const known = urls?.map((url) => /^([a-z]+):\/\//.exec(url)?.[1]) ?? [pattern.scheme];
  return [...new Set(known)].flatMap((scheme) => {
    if (scheme === undefined || !isForward(action)) return [];
    const isHttp = /^https?$/.test(scheme);
    const isOfRequest = policy.endpoints.some(
      ({ url }) => rule.section.stages[protocolOf(url.scheme)] === "request",
    );
    if (isHttp === isOfRequest) return [];
    const wanted = isOfRequest ? "http or https" : "tcp or tls";
    const finding = {
      rule: "phase",
      severity: "error",
      message: `A forward from ${rule.section.name} cannot go to an endpoint for ${scheme}: there ${isOfRequest ? "is a request" : "are only bytes"}.`,
      help: `Name an endpoint for ${wanted}${isHttp ? ", or forward from on_http_request" : ""}.`,
    } as const;
    return [inPolicy(policy, path, finding)];
  });
}

function protocolOf(scheme: EndpointScheme): "http" | "tcp" | "tls" {
  return scheme === "tcp" || scheme === "tls" ? scheme : "http";
}

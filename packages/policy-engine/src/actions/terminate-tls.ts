import { next, type ActionEffect } from "../action/effect.ts";
import type { Effect } from "../action/prepared-action.ts";
import type { PlainValue } from "../expression/plain-value.ts";
import { readVariable } from "../variables/read-variable.ts";
import { tlsOf } from "../variables/namespaces/conn.ts";

const result = "actions.ngrok.terminate_tls.";

const terminateTls: ActionEffect = (config) => {
  const least = config.textOrDefault("min_version") ?? "";
  const greatest = config.textOrDefault("max_version") ?? "";
  const strategy = config.textOrDefault("mutual_tls_verification_strategy");
  const authorities = config.templates("mutual_tls_certificate_authorities");
  const { results = [] } = config.definition;
  return (run): Effect => {
    const tls = tlsOf(run);
    if (tls === undefined) return { kind: "next", note: "The connection does not use TLS." };
    const { version = "", client } = tls;
    // Versions that are written otherwise say nothing about the range.
    const isKnown = /^1\.\d$/.test(version);
    if (isKnown && (version < least || version > greatest)) {
      const note = `TLS ${version} is not between ${least} and ${greatest}: the handshake fails.`;
      return { kind: "close", note };
    }
    const asksForOne = authorities !== undefined && strategy !== "request";
    if (asksForOne && client === undefined) {
      return { kind: "close", note: "The client sends no certificate: the handshake fails." };
    }
    const left: Record<string, PlainValue> = { [`${result}warnings`]: [] };
    for (const { name } of results) {
      const value = readVariable(run, `conn.tls.${name.slice(result.length)}`);
      if (value !== undefined) left[name] = value;
    }
    run.leave(left);
    const isVerified = asksForOne && strategy === "require-and-verify";
    return isVerified
      ? { kind: "next", note: "The client's certificate counts as verified." }
      : next;
  };
};

export default terminateTls;

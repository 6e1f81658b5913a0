import type { ActionEffect } from "../action/effect.ts";
import { hostAndPort, parseUrl } from "../exchange/url.ts";
import { defaultPorts } from "../exchange/exchange.ts";
import type { Reached } from "../run/carrier.ts";
import { ActionFailure, type Run } from "../run/run.ts";

const prefix = "actions.ngrok.forward_internal";

const forwardInternal: ActionEffect = (config) => {
  if (config.definition.forwards !== true) return undefined;
  const url = config.template("url");
  if (url === undefined) config.missing("url");
  const results = (config.definition.results ?? []).map(({ name }) => name);
  config.leftByFailure = (run) => ({
    [`${prefix}.url`]: originOf(url?.toText(run) ?? ""),
  });
  const goesOn = config.text("on_error") === "continue";
  return (run) => {
    const to = url?.toText(run) ?? "";
    if (run.options.failsAtUnknown) run.checkKnown(to);
    const { reachable } = run.carrier;
    const reached = reachable?.(to) ?? (goesOn ? asked(run, to) : undefined);
    if (reached?.kind === "unknown") return { kind: "not-simulated", message: reached.message };
    if (reached !== undefined) run.takeBack(results);
    if (reached?.kind === "failed") {
      if (!goesOn) throw new ActionFailure(reached.message);
      const left = config.leftByFailure?.(run);
      run.leave({ ...left, [`${prefix}.error.message`]: reached.message });
      return { kind: "next", note: `${reached.message} It goes on with the next action.` };
    }
    const policy = reachable === undefined ? ", whose own policy is not simulated" : "";
    return { kind: "forward", to, note: `It goes to ${to}${policy}.` };
  };
};

function asked(run: Run, to: string): Reached | undefined {
  const { reach } = run.carrier;
  if (reach === undefined) return undefined;
  return run.ask(`It is not known yet whether ${to} can be reached.`, () => reach(to));
}

export default forwardInternal;

/** Returns the scheme, host and port of a URL; a text that is not a URL stays as it is. */
function originOf(text: string): string {
  const url = parseUrl(text);
  if (url === undefined) return text;
  const port = url.port ?? defaultPorts[url.scheme];
  return `${url.scheme}://${hostAndPort({ host: url.host, ...(port !== undefined && { port }) })}`;
}

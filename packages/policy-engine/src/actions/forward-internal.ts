import type { ActionEffect } from "../action/effect.ts";
import { hostAndPort, parseUrl } from "../exchange/url.ts";
import { defaultPorts } from "../exchange/exchange.ts";

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
    const { reach } = run.carrier;
    if (goesOn && reach !== undefined) {
      const reached = run.ask(`It is not known yet whether ${to} can be reached.`, () => reach(to));
      if (reached.kind === "unknown") return { kind: "not-simulated", message: reached.message };
      run.takeBack(results);
      if (reached.kind === "failed") {
        const left = config.leftByFailure?.(run);
        run.leave({ ...left, [`${prefix}.error.message`]: reached.message });
        return { kind: "next", note: `${reached.message} It goes on with the next action.` };
      }
    }
    return { kind: "forward", to, note: `It goes to ${to}, whose own policy is not simulated.` };
  };
};

export default forwardInternal;

/** Returns the scheme, host and port of a URL; a text that is not a URL stays as it is. */
function originOf(text: string): string {
  const url = parseUrl(text);
  if (url === undefined) return text;
  const port = url.port ?? defaultPorts[url.scheme];
  return `${url.scheme}://${hostAndPort({ host: url.host, ...(port !== undefined && { port }) })}`;
}

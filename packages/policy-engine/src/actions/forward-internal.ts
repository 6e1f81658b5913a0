import type { ActionEffect } from "../action/effect.ts";
import { hostAndPort, parseUrl } from "../exchange/url.ts";
import { defaultPorts } from "../exchange/exchange.ts";

const forwardInternal: ActionEffect = (config) => {
  if (config.definition.forwards !== true) return undefined;
  const url = config.template("url");
  if (url === undefined) config.missing("url");
  config.leftByFailure = (run) => ({
    "actions.ngrok.forward_internal.url": originOf(url?.toText(run) ?? ""),
  });
  return (run) => {
    const to = url?.toText(run) ?? "";
    return { kind: "forward", note: `It goes to ${to}, whose own policy is not simulated.` };
  };
};

export default forwardInternal;

/** Scheme, host and port of a URL; what is none stays as it is. */
function originOf(text: string): string {
  const url = parseUrl(text);
  if (url === undefined) return text;
  const port = url.port ?? defaultPorts[url.scheme];
  return `${url.scheme}://${hostAndPort({ host: url.host, ...(port !== undefined && { port }) })}`;
}

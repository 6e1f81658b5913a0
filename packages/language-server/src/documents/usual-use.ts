// Completion offers first what people write first and most.

/** Keys of policies, rules and actions in the order in which they are usually written; phases before directions. */
const keys = [
  "on_http_request",
  "on_http_response",
  "on_tcp_connect",
  "on_event_stream_message",
  "inbound",
  "outbound",
  "name",
  "expressions",
  "actions",
  "type",
  "config",
];

/** Types of actions by how often published policies have them. */
const actionTypes = [
  "custom-response",
  "forward-internal",
  "deny",
  "log",
  "rate-limit",
  "verify-webhook",
  "add-headers",
  "url-rewrite",
  "restrict-ips",
  "jwt-validation",
  "redirect",
  "oauth",
  "compress-response",
  "set-vars",
  "terminate-tls",
  "remove-headers",
  "basic-auth",
  "openid-connect",
  "http-request",
];

/** Returns a text that sorts a key of an object among its others: usual ones, then those that are required. */
export function orderOfKey(
  name: string,
  { isRequired, index }: { readonly isRequired: boolean; readonly index: number },
): string {
  const usual = keys.indexOf(name);
  return usual >= 0 ? `0${padded(usual)}` : `${isRequired ? 1 : 2}${padded(index)}`;
}

/** Returns a text that sorts an action by its type: usual ones, then all others by their names. */
export function orderOfAction(type: string): string {
  const usual = actionTypes.indexOf(type);
  return padded(usual < 0 ? actionTypes.length : usual) + type;
}

function padded(index: number): string {
  return String(index).padStart(3, "0");
}

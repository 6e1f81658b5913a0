import type { Protocol } from "../../catalogue/variable.ts";
import type { JsonValue } from "../../json-value.ts";

/** The resource or endpoint in a file that a policy belongs to. */
export interface Holder {
  /** Selects the policy, after the name of the file and `#`: `NgrokTrafficPolicy/office`, `web`. */
  readonly name: string;
  /** The name with its namespace, if the file gives one: `NgrokTrafficPolicy/shop/office`. */
  readonly fullName?: string;
  /** The protocol in the URL of the holder. */
  readonly protocol?: Protocol;
  /** Set for a cloud endpoint, whose policy has to end every request. */
  readonly isOfCloudEndpoint?: true;
}

/** A place in a document where a policy belongs. */
export interface HolderPlace {
  readonly holder: Holder;
  readonly path: readonly string[];
  /** Set where the policy is a text, in JSON or YAML, inside the document. */
  readonly isText?: true;
  /** The reason why the file does not tell the policy: `known only after apply`. */
  readonly unread?: string;
}

/** Returns the protocol of a URL, or of its scheme alone. */
function protocolOfUrl(url: JsonValue | undefined): Protocol | undefined {
  const [, scheme] = typeof url === "string" ? (/^(https?|tcp|tls)(?::|$)/.exec(url) ?? []) : [];
  return scheme === "https" ? "http" : (scheme as Protocol | undefined);
}

/** A holder with the protocol of a URL. */
export function holderAt(name: string, url: JsonValue | undefined): Holder {
  const protocol = protocolOfUrl(url);
  return { name, ...(protocol && { protocol }) };
}

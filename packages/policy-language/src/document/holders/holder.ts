import type { Protocol } from "../../catalogue/variable.ts";
import type { JsonValue } from "../../json-value.ts";
import type { Target } from "../../target.ts";

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
  /** The target that the holder is, where the file gives its identifiers. */
  readonly target?: Target;
  /** The URL of a cloud endpoint whose identifier the file does not give, as it is written. */
  readonly url?: string;
  /** Set for an edge or a route that has its policy, and does not apply it. */
  readonly isDisabled?: true;
  /** Set for a resource whose policy the operator of Kubernetes may translate for an Ingress, a Gateway or a Service. */
  readonly isTranslated?: true;
}

/** A place in a document where a policy belongs. */
export interface HolderPlace {
  readonly holder: Holder;
  readonly path: readonly string[];
  /** Set where the policy is a text, in JSON or YAML, inside the document. */
  readonly isText?: true;
  /** The reason why the file does not tell the policy: `known only after apply`. */
  readonly unread?: string;
  /** Set where the holder cannot read it either. */
  readonly isMissing?: boolean;
  /** Set where the policy is in something that holds none: a ConfigMap, or a kind with a mistake in its name. */
  readonly isElsewhere?: boolean;
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

import { deflateRawSync } from "node:zlib";
import type { JsonValue } from "@traffic-policy/policy-language";
import { withoutSecrets, type ImpactNames } from "@traffic-policy/policy-impact/report";
import { documentOf } from "@traffic-policy/project";
import type { SelectedPolicy } from "@traffic-policy/project/selection";
import { SecretMask } from "@traffic-policy/report/secret-mask";
import { CommandError } from "../../context.ts";

/** In characters; the playground opens no longer link. */
const longest = 2_000_000;

/**
 * Checks the address of a playground.
 *
 * @throws CommandError when it is not an address of a page
 */
export function playgroundUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === "https:" || url?.protocol === "http:") return url;
  throw new CommandError(`--playground: "${text}" is not the address of a page.`, {
    help: "Write it like https://policies.example.com/playground.",
  });
}

/**
 * Returns a function that links to an example in a playground, with both policies. The link holds no secrets: neither
 * of the policies nor of the example.
 */
export function exampleLinks(
  playground: URL,
  policies: readonly SelectedPolicy[],
): NonNullable<ImpactNames["linkOf"]> {
  const mask = new SecretMask();
  const written = (document: JsonValue) => ({
    language: "json",
    text: `${JSON.stringify(mask.value(document), undefined, 2)}\n`,
  });
  const documents = policies.map(({ loaded }) => written(documentOf(loaded)));
  const [policy, other] = documents.toReversed();
  const protocol = policies.at(-1)?.protocol;
  return ({ exchange }) => {
    const text = `${JSON.stringify(withoutSecrets(exchange), undefined, 2)}\n`;
    const state = {
      policy,
      ...(other && { other }),
      ...(protocol !== "tls" && { protocol }),
      exchange: { format: "exchange", text },
      pane: "outcome",
    };
    // As in packages/playground/src/link/format.ts.
    const content = deflateRawSync(JSON.stringify(state), { level: 9 }).toString("base64url");
    const fragment = `#v1.${content}`;
    if (fragment.length > longest) return undefined;
    const url = new URL(playground);
    url.hash = fragment;
    return url.href;
  };
}

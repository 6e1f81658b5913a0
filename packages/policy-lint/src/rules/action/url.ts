import { textsOf } from "../../analysis/config-values.ts";
import { fieldsOfFormat } from "../../analysis/fields-of-format.ts";
import { defineRule, type Finding } from "../../rule.ts";

const tokens =
  '"issuer": { "allow_list": [ { "value": "https://issuer.example/" } ] }, "audience": { "allow_list": [ { "value": "urn:example:api" } ] }, "http": { "tokens": [ { "type": "jwt", "method": "header", "name": "Authorization", "prefix": "Bearer " } ] }';
const example = (url: string): string =>
  `{ "inbound": [ { "name": "Signed in", "actions": [ { "type": "jwt-validation", "config": { ${tokens}, "jws": { "allowed_algorithms": ["RS256"], "keys": { "sources": { "additional_jkus": ["${url}"] } } } } } ] } ] }`;

export default defineRule({
  severity: "error",
  docs: {
    what: "A URL of a config is none, or keys are fetched from one that is not protected.",
    wrong: example("issuer.example/keys.json"),
    right: example("https://issuer.example/keys.json"),
    why: "The service refuses a policy with something else in the place of a URL. Keys that come over plain `http` can be exchanged on the way, and then anybody can sign tokens; that is a warning.",
  },
  visit: {
    action(node, report) {
      const trusted = node.definition?.trustedUrls ?? [];
      for (const field of fieldsOfFormat(node, "url")) {
        for (const { path, text } of textsOf(node, field)) {
          const wrong = complaint(text, trusted.includes(field));
          if (wrong !== undefined) report({ path, ...wrong });
        }
      }
    },
  },
});

const url =
  /^([a-z][a-z\d+.-]*):\/\/(?:[^\s/?#@]*@)?(?:\[[\da-f:.]+\]|[^\s/?#@:<>"{}|\\^`[\]]+)(?::\d*)?(?:[/?#]\S*)?$/i;

function complaint(text: string, isTrusted: boolean): Omit<Finding, "path"> | undefined {
  const scheme = url.exec(text)?.[1];
  if (scheme === undefined) {
    const placeholder = /<[^<>]*>/.exec(text)?.[0];
    if (placeholder !== undefined) {
      return {
        message: `"${text}" still has the placeholder ${placeholder}.`,
        help: "Write what belongs into its place.",
      };
    }
    return {
      message: `"${text}" is not a URL.`,
      help: "Write all of it with scheme and host, like https://example.com/path.",
    };
  }
  if (!isTrusted || scheme.toLowerCase() !== "http") return undefined;
  return {
    message: `What comes from "${text}" can be exchanged on its way.`,
    help: "Write https:// and make sure that the server answers there.",
    atMost: "warning",
  };
}

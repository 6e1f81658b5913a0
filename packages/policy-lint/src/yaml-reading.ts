import { fromPointer, type PolicySource } from "@traffic-policy/policy-language";
import { isSecretHolder } from "@traffic-policy/policy-language/secrets";
import type { Finding } from "./finding.ts";

/**
 * Tells how YAML reads a value that should have another type, and what was meant; undefined for a value that is not
 * plain.
 */
export function yamlReading(
  { path, expected }: Finding,
  source: Pick<PolicySource, "written">,
): Pick<Finding, "help" | "fix"> {
  const written = expected === undefined ? undefined : source.written?.at(path);
  if (written === undefined || /[\n"'[{|>*&!]/.test(written)) return {};
  if (expected === "flag") return flagReading(path, written);
  if (written === "") {
    return {
      help: 'YAML reads an empty value as null: write "" if an empty text is meant.',
      fix: { title: 'Write ""', safe: false, edits: [{ path, value: "" }] },
    };
  }
  const isSecret = fromPointer(path).some(isSecretHolder);
  const text = JSON.stringify(written);
  return {
    help: `YAML reads ${isSecret ? "this" : written} as ${kindOf(written)}: ${isSecret ? "put it in quotes" : `write ${text}`}.`,
    fix: {
      title: isSecret ? "Put it in quotes" : `Write ${text}`,
      safe: false,
      edits: [{ path, value: written }],
    },
  };
}

function kindOf(written: string): string {
  if (/^(?:~|null)$/i.test(written)) return "null";
  return /^(?:true|false)$/i.test(written) ? "true or false, which is no text" : "a number";
}

/** YAML 1.1 has more words for true and false. */
function flagReading(path: string, written: string): Pick<Finding, "help" | "fix"> {
  if (!/^(?:y|yes|on|n|no|off)$/i.test(written)) return {};
  const value = /^(?:y|yes|on)$/i.test(written);
  return {
    help: `YAML 1.2 reads ${written} as text: write ${value}.`,
    fix: { title: `Write ${value}`, safe: false, edits: [{ path, value }] },
  };
}

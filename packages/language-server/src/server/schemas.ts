import { policySchema, type Dialect, type JsonSchema } from "@traffic-policy/policy-language";
import { getOrAdd, isSectionName } from "@traffic-policy/policy-language/internal";
import type { EditorDocument } from "../documents/editor-document.ts";
import type { Later } from "../documents/later.ts";
import type { Host } from "../host.ts";

export class Schemas {
  readonly #host: Host;
  readonly #phases: Later<Dialect>;
  readonly #found = new Map<string, Promise<JsonSchema | undefined>>();

  constructor(host: Host, phases: Later<Dialect>) {
    this.#host = host;
    this.#phases = phases;
  }

  of(document: EditorDocument): Promise<JsonSchema | undefined> {
    const { kind, dialect } = document;
    const isOpen = !hasSection(document);
    const name = kind === "policy" ? `policy of ${isOpen ? "either" : dialect.name}` : kind;
    return getOrAdd(this.#found, name, async () => {
      try {
        return await this.#find(document);
      } catch (error) {
        // What checks was stopped meanwhile: who asks next may get it.
        this.#found.delete(name);
        throw error;
      }
    });
  }

  async #find(document: EditorDocument): Promise<JsonSchema | undefined> {
    switch (document.kind) {
      case "policy": {
        const schema = policySchema(document.dialect);
        if (hasSection(document)) return schema;
        // Its first section says which dialect it is in.
        const { properties } = policySchema(await this.#phases.load());
        return { ...schema, properties: { ...properties, ...schema.properties } };
      }
      // In a browser, what is not for policies is loaded when it is needed.
      case "cases":
        return (await import("./check-schemas.ts")).caseFileSchema as JsonSchema;
      case "assertions":
        return (await import("./check-schemas.ts")).assertionFileSchema as JsonSchema;
      case "configuration":
        return this.#host.configurationSchema();
      default:
        return undefined;
    }
  }
}

function hasSection({ root }: EditorDocument): boolean {
  return root?.kind === "object" && root.members.some(({ key }) => isSectionName(key.value));
}

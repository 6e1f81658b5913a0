import {
  isJsonObject,
  type Diagnostic,
  type JsonValue,
  type SourceRange,
  type Span,
} from "@traffic-policy/policy-language";
import { valueAt } from "@traffic-policy/policy-language/internal";
import type { Files } from "../files/files.ts";
import type { LoadedPolicy } from "../policies/loaded-policy.ts";
import { SourceCode } from "../source/source-code.ts";
import { configOf, partChanges } from "./part-changes.ts";
import { CannotChange, notSupported } from "./text-change.ts";
import { valueChanges, writtenMember, type LiteralValue } from "./value-changes.ts";

interface Place {
  readonly path: string;
  readonly span?: Span | undefined;
}

/**
 * Where findings about a policy that code has built are written in the code: the very characters, where what they are
 * about is certainly a literal there; otherwise the call that built the part, which is what they come with. A text is
 * written where a fix that changes nothing would change it.
 */
export class WrittenPlaces {
  readonly #files: Files;
  readonly #modules = new Map<string, SourceCode | undefined>();

  constructor(files: Files) {
    this.#files = files;
  }

  /**
   * @param file - of the policy, as an absolute path
   * @returns the same findings, each at the place of what it is about
   */
  placed(file: string, policy: LoadedPolicy, findings: readonly Diagnostic[]): Diagnostic[] {
    const located = (place: Place & Pick<Diagnostic, "location">): Pick<Diagnostic, "location"> => {
      const location = this.#rangeOf(file, policy, place) ?? place.location;
      return location === undefined ? {} : { location };
    };
    return findings.map((finding) => {
      const { related } = finding;
      return {
        ...finding,
        ...located(finding),
        ...(related && { related: related.map((other) => ({ ...other, ...located(other) })) }),
      };
    });
  }

  #rangeOf(file: string, policy: LoadedPolicy, place: Place): SourceRange | undefined {
    const module = policy.builtAt?.(place.path)?.file ?? file;
    const code = this.#codeOf(module);
    if (code === undefined) return undefined;
    try {
      const span = spanOf(code, policy, place);
      return (
        span && {
          file: this.#files.nameOf(module),
          start: code.positions.at(span.start),
          end: code.positions.at(span.end),
        }
      );
    } catch (error) {
      if (error instanceof CannotChange) return undefined;
      throw error;
    }
  }

  #codeOf(module: string): SourceCode | undefined {
    if (!this.#modules.has(module)) {
      const text = this.#files.textIfReadable(module);
      this.#modules.set(module, text === undefined ? text : SourceCode.parse(module, text));
    }
    return this.#modules.get(module);
  }
}

/** @throws CannotChange when the location is uncertain */
function spanOf(
  code: SourceCode,
  { builtAt, isDefault, source }: LoadedPolicy,
  { path, span }: Place,
): Span | undefined {
  const valueOf = (pointer: string): JsonValue | undefined =>
    valueAt(source.document ?? null, pointer);
  const part = builtAt?.(path);
  const call = part && code.callAt(part.start);
  const root = isDefault ? code.defaultExport : undefined;
  const whole: LiteralValue | undefined = root && { node: root, path: "", isBuilders: false };
  if (span === undefined) {
    if (part === undefined) return whole && writtenMember(whole, path);
    const built = valueOf(part.path);
    if (call?.type !== "CallExpression" || !isJsonObject(built)) return undefined;
    const config = configOf(code, call, { path: part.path, value: built });
    return config && path.startsWith(`${config.path}/`) ? writtenMember(config, path) : undefined;
  }
  const text = valueOf(path);
  if (typeof text !== "string") throw notSupported();
  const same = [{ path, span, text: text.slice(span.start, span.end) }];
  const changes =
    part !== undefined
      ? call && partChanges(code, call, part.path, same, valueOf)
      : whole && valueChanges(code, whole, same, valueOf);
  const [only, other] = changes ?? [];
  return other === undefined ? only : undefined;
}

import { type BoundNames, type Dialect, type Protocol } from "@traffic-policy/policy-language";
import { boundNames, BoundedMap, getOrAdd } from "@traffic-policy/policy-language/internal";
import { ExpressionFacts, type ExpressionRole, Facts, type Place } from "./expression-node.ts";

/** The facts about parts of policies in a dialect, kept across policies. */
export class DialectMemory {
  readonly dialect: Dialect;
  readonly facts = new Facts();
  readonly #places = new Map<string, PlaceMemory>();

  constructor(dialect: Dialect) {
    this.dialect = dialect;
  }

  at(direction: string, protocol: Protocol | undefined): PlaceMemory {
    const key = `${direction} ${protocol ?? ""}`;
    const place = { dialect: this.dialect, direction, protocol };
    return getOrAdd(this.#places, key, () => new PlaceMemory(place, this.facts));
  }
}

/** More than a policy of 2,000 rules has, which is linted after each key that is pressed in an editor. */
const mostOfKind = 4000;

/** The facts about the parts in a given place, by their texts. */
export class PlaceMemory {
  readonly place: Place;
  readonly #expressions: Readonly<Record<ExpressionRole, Map<string, ExpressionFacts>>> = {
    condition: new BoundedMap(mostOfKind),
    interpolation: new BoundedMap(mostOfKind),
    value: new BoundedMap(mostOfKind),
  };
  readonly shared: Facts;
  readonly #actions = new BoundedMap<string, Facts>(mostOfKind);
  readonly #conditions = new BoundedMap<string, Facts>(mostOfKind);

  constructor(place: Place, shared: Facts) {
    this.place = place;
    this.shared = shared;
  }

  expression(text: string, role: ExpressionRole, bound?: BoundNames): ExpressionFacts {
    if (bound !== undefined) {
      const place = { ...this.place, bound: boundNames(bound) };
      return new ExpressionFacts(text, role, place, this.shared);
    }
    const known = this.#expressions[role];
    let facts = known.get(text);
    if (facts === undefined) {
      facts = new ExpressionFacts(text, role, this.place, this.shared);
      if (text.length <= longestText) known.set(text, facts);
    }
    return facts;
  }

  action(text: string): Facts {
    return ofText(this.#actions, text);
  }

  conditions(text: string): Facts {
    return ofText(this.#conditions, text);
  }
}

const longestText = 5000;

function ofText(known: Map<string, Facts>, text: string): Facts {
  return text.length > longestText ? new Facts() : getOrAdd(known, text, newFacts);
}

function newFacts(): Facts {
  return new Facts();
}

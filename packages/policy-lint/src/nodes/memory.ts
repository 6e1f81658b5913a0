import {
  boundNames,
  type BoundNames,
  BoundedMap,
  getOrAdd,
  type Dialect,
  type Protocol,
} from "@traffic-policy/policy-language";
import { ExpressionFacts, type ExpressionRole, Facts, type Place } from "./expression-node.ts";

/** What is remembered of the parts of policies that are written in one dialect. */
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

/** What is remembered of the parts that are in one place, by their texts. */
export class PlaceMemory {
  readonly place: Place;
  readonly #expressions: Readonly<Record<ExpressionRole, Map<string, ExpressionFacts>>> = {
    condition: new BoundedMap(),
    interpolation: new BoundedMap(),
    value: new BoundedMap(),
  };
  readonly #shared: Facts;
  readonly #actions = new BoundedMap<string, Facts>();
  readonly #conditions = new BoundedMap<string, Facts>();

  /** @param shared - what was found out that all parts of the dialect share */
  constructor(place: Place, shared: Facts) {
    this.place = place;
    this.#shared = shared;
  }

  /** @param bound - names that exist only in it */
  expression(text: string, role: ExpressionRole, bound?: BoundNames): ExpressionFacts {
    if (bound !== undefined) {
      const place = { ...this.place, bound: boundNames(bound) };
      return new ExpressionFacts(text, role, place, this.#shared);
    }
    const known = this.#expressions[role];
    let facts = known.get(text);
    if (facts === undefined) {
      facts = new ExpressionFacts(text, role, this.place, this.#shared);
      if (text.length <= longestText) known.set(text, facts);
    }
    return facts;
  }

  /** @param text - the action as JSON */
  action(text: string): Facts {
    return ofText(this.#actions, text);
  }

  /** @param text - the conditions of a rule as JSON */
  conditions(text: string): Facts {
    return ofText(this.#conditions, text);
  }
}

/** What is longer is not remembered. */
const longestText = 5000;

function ofText(known: Map<string, Facts>, text: string): Facts {
  return text.length > longestText ? new Facts() : getOrAdd(known, text, newFacts);
}

function newFacts(): Facts {
  return new Facts();
}

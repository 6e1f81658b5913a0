import {
  protocols,
  type ActionDefinition,
  type Dialect,
  type Protocol,
} from "@traffic-policy/policy-language";

/** A set of places as a bit mask, with a bit for each section of each protocol. Two dialects share no bit. */
export type PlaceSet = number;

export const everywhere: PlaceSet = -1;

export interface Vocabulary {
  readonly dialect: Dialect;
  readonly bits: Readonly<Record<Protocol, Readonly<Record<string, PlaceSet>>>>;
}

export type Availability = Readonly<Partial<Record<Protocol, readonly string[]>>>;

export interface Place {
  /** Undefined stands for any protocol. */
  readonly protocol: Protocol | undefined;
  readonly direction: string;
}

export function protocolsOf(protocol: Protocol | undefined): readonly Protocol[] {
  return protocol === undefined ? protocols : [protocol];
}

export function placesOf({ bits }: Vocabulary, { protocol, direction }: Place): PlaceSet {
  return protocolsOf(protocol).reduce((all, one) => all | (bits[one][direction] ?? 0), 0);
}

export function placesWithin({ bits }: Vocabulary, available: Availability): PlaceSet {
  let places = 0;
  for (const protocol of protocols) {
    for (const section of available[protocol] ?? []) places |= bits[protocol][section] ?? 0;
  }
  return places;
}

/** Returns where an action may stand. A place that only part of the documentation lists is allowed. */
export function availabilityOf({
  sections,
  unsureSections = {},
}: Pick<ActionDefinition, "sections" | "unsureSections">): Availability {
  return Object.fromEntries(
    protocols.map((protocol) => [
      protocol,
      [...sections[protocol], ...(unsureSections[protocol] ?? [])],
    ]),
  );
}

export function availabilityWithConfig(action: ActionDefinition): Availability {
  const { config, fieldProtocols = {}, fieldSections = {} } = action;
  const fields = Object.keys(config.properties);
  const available = availabilityOf(action);
  const isLimited = (field: string): boolean => field in fieldProtocols || field in fieldSections;
  if (fields.length === 0 || !fields.every(isLimited)) return available;
  return Object.fromEntries(
    protocols.map((protocol) => [
      protocol,
      (available[protocol] ?? []).filter((section) =>
        fields.some(
          (field) =>
            (fieldProtocols[field]?.includes(protocol) ?? true) &&
            (fieldSections[field]?.includes(section) ?? true),
        ),
      ),
    ]),
  );
}

interface PlacedName {
  readonly protocols?: readonly Protocol[];
  readonly sections?: readonly string[];
}

/** Returns where a variable or function exists; everywhere when the catalogue does not say. */
export function availabilityOfName(
  { protocols: names = protocols, sections }: PlacedName,
  { dialect }: Pick<Vocabulary, "dialect">,
): Availability {
  const known = sections ?? [...dialect.sections.keys()];
  return Object.fromEntries(names.map((protocol) => [protocol, known]));
}

export function placesOfName(vocabulary: Vocabulary, name: PlacedName): PlaceSet {
  const { protocols: names = protocols, sections } = name;
  // Without the objects in between: a policy that is loaded asks for hundreds of them.
  if (sections === undefined) return placesWithin(vocabulary, availabilityOfName(name, vocabulary));
  let places = 0;
  for (const protocol of names) {
    const bits = vocabulary.bits[protocol];
    for (const section of sections) places |= bits[section] ?? 0;
  }
  return places;
}

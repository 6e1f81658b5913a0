import type { VNode } from "vue";

/** More items slow the page down and do not help the user. */
const mostItems = 200;

export function limitedItems<Item>(
  items: readonly Item[],
  show: (item: Item, index: number) => VNode,
): readonly VNode[] {
  return [...items.slice(0, mostItems).map(show), ...more(items.length - mostItems)];
}

export function importantItems<Item>(
  items: readonly Item[],
  isImportant: (item: Item) => boolean,
  show: (item: Item, index: number) => VNode,
): readonly VNode[] {
  if (items.length <= mostItems) return items.map(show);
  const shown = items.filter((item, index) => index < mostItems / 2 || isImportant(item));
  const most = shown.slice(0, mostItems);
  return [...most.map(show), ...more(items.length - most.length)];
}

function more(count: number): VNode[] {
  if (count <= 0) return [];
  return [
    <li key="more" class="tp-item tp-quiet">
      {count.toLocaleString("en")} more are not shown here.
    </li>,
  ];
}

/** A part of a point in time, in UTC. */
export interface TimePart {
  /** @param time - in milliseconds since 1970 */
  read(time: number): number;
  /** A time with this part, in milliseconds since 1970. */
  write(part: number): number;
}

const day = 86_400_000;
// The first day of a leap year, which is a Monday.
const start = Date.UTC(2024, 0, 1);

/** The parts that methods of CEL give. */
export const timeParts: Readonly<Record<string, TimePart>> = {
  getFullYear: {
    read: (time) => new Date(time).getUTCFullYear(),
    write: (year) => new Date(start).setUTCFullYear(year),
  },
  getMonth: {
    read: (time) => new Date(time).getUTCMonth(),
    write: (month) => Date.UTC(2024, month, 1),
  },
  getDate: {
    read: (time) => new Date(time).getUTCDate(),
    write: (date) => start + (date - 1) * day,
  },
  getDayOfMonth: {
    read: (time) => new Date(time).getUTCDate() - 1,
    write: (date) => start + date * day,
  },
  getDayOfWeek: {
    read: (time) => new Date(time).getUTCDay(),
    write: (weekday) => start + (weekday === 0 ? 6 : weekday - 1) * day,
  },
  getDayOfYear: {
    read: (time) => Math.floor((time - Date.UTC(new Date(time).getUTCFullYear(), 0, 1)) / day),
    write: (date) => start + date * day,
  },
  getHours: {
    read: (time) => new Date(time).getUTCHours(),
    write: (hour) => start + hour * 3_600_000,
  },
  getMinutes: {
    read: (time) => new Date(time).getUTCMinutes(),
    write: (minute) => start + minute * 60_000,
  },
  getSeconds: {
    read: (time) => new Date(time).getUTCSeconds(),
    write: (second) => start + second * 1000,
  },
  getMilliseconds: {
    read: (time) => new Date(time).getUTCMilliseconds(),
    write: (millisecond) => start + millisecond,
  },
};

const day = 86_400_000;
// The first day of a leap year, which is a Monday.
const start = Date.UTC(2024, 0, 1);

/** A time in milliseconds since 1970 of which a method gives a part, in UTC. */
export const timeWithPart: Readonly<Record<string, (part: number) => number>> = {
  getFullYear: (year) => new Date(start).setUTCFullYear(year),
  getMonth: (month) => Date.UTC(2024, month, 1),
  getDate: (date) => start + (date - 1) * day,
  getDayOfMonth: (date) => start + date * day,
  getDayOfWeek: (weekday) => start + (weekday === 0 ? 6 : weekday - 1) * day,
  getDayOfYear: (date) => start + date * day,
  getHours: (hour) => start + hour * 3_600_000,
  getMinutes: (minute) => start + minute * 60_000,
  getSeconds: (second) => start + second * 1000,
  getMilliseconds: (millisecond) => start + millisecond,
};

/** English words that say nothing about what is asked for. They stay in the index (a phrase may need them) and are left out of queries. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about an and any are as at be been but by can could did do does for from had has have how i if in into is it its
  me my no not of on or our should so such than that the their them then there these they this those to was we were
  what when where which who whom whose why will with would you your`.split(/\s+/),
);

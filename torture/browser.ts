/** A user agent as people have it: what programs do is stored and teaches nothing. */
export const BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";

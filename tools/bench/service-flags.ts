/** Flags of Node with which services are started; the same as `npm start` uses. */
export const serviceFlags: readonly string[] = ['--max-semi-space-size=2']

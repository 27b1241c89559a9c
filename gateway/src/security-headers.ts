const always = ['x-content-type-options', 'nosniff', 'x-frame-options', 'DENY', 'referrer-policy', 'no-referrer']

/** Headers of every answer, as a flat list of names and values. */
export const securityHeaders: readonly string[] = always

/** The same where the client came over https: it is to come that way for a year. */
export const secureSecurityHeaders: readonly string[] = [
  ...always,
  'strict-transport-security',
  'max-age=31536000; includeSubDomains',
]

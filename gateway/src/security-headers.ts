const common = ['x-content-type-options', 'nosniff', 'x-frame-options', 'DENY', 'referrer-policy', 'no-referrer']

/** Security headers of every response, as a flat list of names and values. */
export const securityHeaders: readonly string[] = common

/** The same where the client came over https, which it is then to use for a year. */
export const secureSecurityHeaders: readonly string[] = [
  ...common,
  'strict-transport-security',
  'max-age=31536000; includeSubDomains',
]

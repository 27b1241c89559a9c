const common = ['x-content-type-options', 'nosniff', 'x-frame-options', 'DENY', 'referrer-policy', 'no-referrer']

/** Security headers of every response, as a flat list of names and values. */
export const securityHeaders: readonly string[] = common

/** The same where the client came over https, which it is then to use for a year. */
export const secureSecurityHeaders: readonly string[] = [
  ...common,
  'strict-transport-security',
  'max-age=31536000; includeSubDomains',
]

/**
 * The policy of a page: nothing inline, and nothing from other origins except the given ones. Returns a header, as a flat list
 * of its name and value.
 */
export function contentSecurityPolicy(further: { images?: string; calls?: readonly string[] } = {}): string[] {
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "script-src 'self'",
    "font-src 'self'",
    ["img-src 'self'", further.images ?? []].flat().join(' '),
    ["connect-src 'self'", ...(further.calls ?? [])].join(' '),
  ]
  return ['content-security-policy', policy.join('; ')]
}

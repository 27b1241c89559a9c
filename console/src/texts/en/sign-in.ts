export const signIn = {
  title: 'Sign in',
  hint: 'The back office of campstore',
  email: 'E-mail',
  password: 'Password',
  signIn: 'Sign in',
  atProvider: 'Sign in',
  demonstration: 'Demonstration accounts',
  roleHints: {
    admin: 'Everything, also accounts and permissions',
    operator: 'Bookings, orders, customers, coupons, closures',
    warehouse: 'Orders to pack, stock, arrivals',
  },
  notConfigured: 'Signing in is not configured. The gateway’s configuration names the identity provider.',
  noAccount: 'You cannot use the back office yet',
  inactive: 'Your account is deactivated',
  inactiveHint: 'An administrator can activate it again on the page “Team”. Then choose “Try again”.',
  noAccountHint: 'Ask an administrator to add your e-mail address on the page “Team”. Then choose “Try again”.',
  otherAccount: 'Use another account',
  expired: 'Your session has ended. Sign in again to continue where you were.',
  problems: {
    wrong: 'The e-mail or the password is wrong.',
    tooMany: 'Too many attempts. Try again in a few minutes.',
    unreachable: 'The identity provider cannot be reached. Try again in a moment.',
    failed: 'Signing in did not work. Try again.',
  },
}

declare module '../catalogue.ts' {
  interface Pages {
    signIn: typeof signIn
  }
}

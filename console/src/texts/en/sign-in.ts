export const signIn = {
  title: 'Sign in',
  hint: 'campstore back office',
  password: 'Password',
  demonstration: 'Demonstration accounts',
  roleHints: {
    admin: 'Everything, including accounts and permissions',
    operator: 'Bookings, orders, customers, coupons, closures',
    warehouse: 'Orders to pack, stock, arrivals',
  },
  notConfigured: 'Sign-in is not configured. Set the identity provider in the gateway’s configuration.',
  noAccount: 'You do not have access yet',
  inactive: 'Your account is deactivated',
  inactiveHint: 'Ask an administrator to activate it on the Team page, then try again.',
  noAccountHint: 'Ask an administrator to add your e-mail address on the Team page, then try again.',
  otherAccount: 'Use another account',
  expired: 'Your session has ended. Sign in again to continue where you were.',
  problems: {
    wrong: 'Wrong e-mail or password.',
    tooMany: 'Too many attempts. Try again in a few minutes.',
    unreachable: 'The identity provider cannot be reached. Try again in a moment.',
    failed: 'Could not sign in. Try again.',
  },
}

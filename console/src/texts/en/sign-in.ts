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
  otherAccount: 'Use another account',
  problems: {
    wrong: 'The e-mail or the password is wrong.',
    tooMany: 'Too many attempts. Try again in a few minutes.',
    unreachable: 'The identity provider cannot be reached. Try again in a moment.',
    failed: 'Signing in did not work. Try again.',
  },
}

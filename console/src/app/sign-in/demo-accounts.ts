/** Staff of the demonstration data (libs/local-servers/src/identity.ts), offered where the emulator is configured. */
export const demoStaff = [
  { email: 'admin@campstore.test', role: 'admin' },
  { email: 'operator@campstore.test', role: 'operator' },
  { email: 'warehouse@campstore.test', role: 'warehouse' },
] as const

export const demoPassword = 'campstore'

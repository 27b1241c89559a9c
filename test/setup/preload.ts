// Vitest's hook costs as much as an import itself, and sees only those after it: so a worker imports the services before.
await Promise.all([
  import('../../services/booking/src/service.ts'),
  import('../../services/checkout/src/service.ts'),
  import('../../services/products/src/service.ts'),
  import('../../services/me/src/service.ts'),
  import('../../services/admin/src/service.ts'),
  import('../../gateway/src/gateway.ts'),
])

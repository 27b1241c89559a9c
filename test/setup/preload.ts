// Vitest's resolve hook reports each import to its main process, which costs as much as the import. What a worker has imported before
// the hook is registered is not reported. One that cannot be imported fails in its own tests.
await Promise.allSettled([
  import('../../services/booking/src/service.ts'),
  import('../../services/checkout/src/service.ts'),
  import('../../services/products/src/service.ts'),
  import('../../services/me/src/service.ts'),
  import('../../services/admin/src/service.ts'),
  import('../../gateway/src/gateway.ts'),
])

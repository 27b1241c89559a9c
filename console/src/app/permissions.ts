export type { Permission } from '@campstore/contract/admin/permissions'

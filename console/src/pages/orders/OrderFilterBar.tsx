import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FilterBar } from '../../design/FilterBar.tsx'
import { FilterChips } from '../../design/FilterChips.tsx'
import { FilterDates, FilterSelect } from '../../design/FilterFields.tsx'
import { SearchField } from '../../design/SearchField.tsx'
import type { Filters } from '../../lib/filters.ts'
import { type orderFilters, orderStatuses, paymentMethods, paymentStatuses } from './queries.ts'

type OrderFilters = Filters<typeof orderFilters>
type OrderFilterBarProps = {
  filters: Pick<OrderFilters, 'set' | 'count' | 'clear'>
  values: Omit<OrderFilters['values'], 'sort'>
  /** The name of the only customer, once it is known. */
  customer: string | undefined
  end: ReactNode
}

/** The filters of the orders, and what a link has narrowed the list down to. */
export function OrderFilterBar({ filters, values, customer, end }: OrderFilterBarProps) {
  const { t } = useTranslation()
  const { set } = filters
  const { q, status, paymentStatus, paymentMethod, readyToShip, placedFrom, placedTo, paidFrom, paidTo } = values
  return (
    <>
      <FilterBar
        filters={filters}
        search={<SearchField label={t('orders.search')} value={q ?? ''} onChange={q => set({ q })} />}
        end={end}
      >
        <FilterSelect
          label={t('fields.status')}
          value={status}
          onChange={value => set({ status: value })}
          options={orderStatuses.map(value => ({ value, label: t(`orderStatus.${value}`) }))}
        />
        <FilterSelect
          label={t('orders.payment')}
          value={paymentStatus}
          onChange={value => set({ paymentStatus: value })}
          options={paymentStatuses.map(value => ({ value, label: t(`paymentStatus.${value}`) }))}
        />
        <FilterSelect
          label={t('orders.paymentMethod')}
          value={paymentMethod}
          onChange={value => set({ paymentMethod: value })}
          options={paymentMethods.map(value => ({ value, label: t(`paymentMethod.${value}`) }))}
        />
        <FilterSelect
          label={t('orders.readyToShip')}
          value={readyToShip}
          onChange={value => set({ readyToShip: value })}
          options={[
            { value: 'true', label: t('orders.isReady') },
            { value: 'false', label: t('orders.isNotReady') },
          ]}
        />
        <FilterDates
          labels={[t('orders.placedFrom'), t('orders.placedTo')]}
          from={placedFrom}
          to={placedTo}
          setFrom={placedFrom => set({ placedFrom })}
          setTo={placedTo => set({ placedTo })}
        />
        <FilterDates
          labels={[t('orders.paidFrom'), t('orders.paidTo')]}
          from={paidFrom}
          to={paidTo}
          setFrom={paidFrom => set({ paidFrom })}
          setTo={paidTo => set({ paidTo })}
        />
      </FilterBar>
      <FilterChips
        chips={linked.flatMap(name => {
          const id = values[name]
          if (id === undefined) return []
          const text = t(`orders.only.${name}`, { id: name === 'customerId' ? (customer ?? id) : id })
          return [{ text, remove: () => set({ [name]: undefined }) }]
        })}
      />
    </>
  )
}

/** Filters that links set, and no field does. */
const linked = ['customerId', 'couponId', 'variantId'] as const

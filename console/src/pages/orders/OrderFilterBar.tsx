import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Filters } from '../../app/filters.ts'
import { Button } from '../../design/Button.tsx'
import { DateField, SelectField } from '../../design/Field.tsx'
import { FilterBar } from '../../design/FilterBar.tsx'
import { SearchField } from '../../design/SearchField.tsx'
import { type orderFilters, orderStatuses, paymentMethods, paymentStatuses } from './queries.ts'
import './orders.css'

type OrderFilters = Filters<typeof orderFilters>
type OrderFilterBarProps = {
  filters: Pick<OrderFilters, 'set' | 'count' | 'clear'>
  values: Omit<OrderFilters['values'], 'sort'>
  end: ReactNode
}

/** Filters that links set, and no field does. */
const linked = ['customerId', 'couponId', 'variantId'] as const

/** The filters of the orders, and what a link has narrowed the list down to. */
export function OrderFilterBar({ filters, values, end }: OrderFilterBarProps) {
  const { t } = useTranslation()
  const { set } = filters
  const { q, status, paymentStatus, paymentMethod, readyToShip, placedFrom, placedTo, paidFrom, paidTo } = values
  const narrowed = linked.filter(name => values[name] !== undefined)
  return (
    <>
      <FilterBar
        filters={filters}
        search={<SearchField label={t('orders.search')} value={q ?? ''} onChange={q => set({ q })} />}
        end={end}
      >
        <SelectField
          label={t('fields.status')}
          value={status ?? ''}
          onChange={value => set({ status: value || undefined })}
          options={orderStatuses.map(value => ({ value, label: t(`orderStatus.${value}`) }))}
          empty={t('filters.any')}
        />
        <SelectField
          label={t('orders.payment')}
          value={paymentStatus ?? ''}
          onChange={value => set({ paymentStatus: value || undefined })}
          options={paymentStatuses.map(value => ({ value, label: t(`paymentStatus.${value}`) }))}
          empty={t('filters.any')}
        />
        <SelectField
          label={t('orders.paymentMethod')}
          value={paymentMethod ?? ''}
          onChange={value => set({ paymentMethod: value || undefined })}
          options={paymentMethods.map(value => ({ value, label: t(`paymentMethod.${value}`) }))}
          empty={t('filters.any')}
        />
        <SelectField
          label={t('orders.readyToShip')}
          value={readyToShip ?? ''}
          onChange={value => set({ readyToShip: value || undefined })}
          options={[
            { value: 'true', label: t('orders.isReady') },
            { value: 'false', label: t('orders.isNotReady') },
          ]}
          empty={t('filters.any')}
        />
        <DateField
          label={t('orders.placedFrom')}
          value={placedFrom ?? ''}
          max={placedTo}
          onChange={value => set({ placedFrom: value || undefined })}
        />
        <DateField
          label={t('orders.placedTo')}
          value={placedTo ?? ''}
          min={placedFrom}
          onChange={value => set({ placedTo: value || undefined })}
        />
        <DateField
          label={t('orders.paidFrom')}
          value={paidFrom ?? ''}
          max={paidTo}
          onChange={value => set({ paidFrom: value || undefined })}
        />
        <DateField
          label={t('orders.paidTo')}
          value={paidTo ?? ''}
          min={paidFrom}
          onChange={value => set({ paidTo: value || undefined })}
        />
      </FilterBar>
      {narrowed.length > 0 && (
        <p className="row order-narrowed">
          {narrowed.map(name => (
            <Button key={name} isSmall icon={X} onPress={() => set({ [name]: undefined })}>
              {t(`orders.only.${name}`, { id: values[name] })}
            </Button>
          ))}
        </p>
      )}
    </>
  )
}

import { type Ref, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Drawing, plotFor } from './chart-drawing.tsx'
import { useChartWords } from './chart-words.ts'
import type { Series } from './series.ts'

type PlotProps = {
  title: string
  series: Series
  /** The day that is being read. */
  read: number | null
  onRead(index: number | null): void
  picture: Ref<SVGSVGElement>
}

/** Its thumb is as wide as a point, so that it stands where the day stands. */
const SLIDER =
  'absolute inset-y-0 h-full cursor-crosshair appearance-none opacity-0 [&::-moz-range-thumb]:w-px [&::-moz-range-thumb]:border-0 [&::-webkit-slider-thumb]:w-px [&::-webkit-slider-thumb]:appearance-none'

/** The drawing, under a slider over its days: the browser's own keys and gestures step through them. */
export function ChartPlot({ title, series, read, onRead, picture }: PlotProps) {
  const { t } = useTranslation('operations-back-office')
  const [frame, width] = useWidth()
  const { reading, summary } = useChartWords(title, series)
  const last = series.days.length - 1
  const { left, right } = plotFor(series, width)
  return (
    <div
      ref={frame}
      className="relative min-h-46 rounded-control has-focus-visible:outline-2 has-focus-visible:outline-accent-text has-focus-visible:outline-offset-2"
    >
      {width > 0 && <Drawing series={series} label={summary()} width={width} read={read} picture={picture} />}
      <input
        type="range"
        min="0"
        max={last}
        value={read ?? last}
        aria-label={t('dashboard.readDays', { title })}
        aria-valuetext={reading(read ?? last)}
        onChange={({ target }) => onRead(Number(target.value))}
        onFocus={() => onRead(read ?? last)}
        onBlur={() => onRead(null)}
        onPointerMove={({ nativeEvent, currentTarget }) => {
          const along = nativeEvent.offsetX / currentTarget.clientWidth
          onRead(Math.round(Math.min(1, Math.max(0, along)) * last))
        }}
        onPointerLeave={({ currentTarget }) => {
          if (currentTarget !== document.activeElement) onRead(null)
        }}
        style={{ left, width: right - left }}
        className={SLIDER}
      />
    </div>
  )
}

/** How wide an element is at the moment, in pixels; 0 before it is laid out. */
function useWidth(): [Ref<HTMLDivElement>, number] {
  const [width, setWidth] = useState(0)
  const ref = useCallback((element: HTMLDivElement | null) => {
    if (!element) return
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, width]
}

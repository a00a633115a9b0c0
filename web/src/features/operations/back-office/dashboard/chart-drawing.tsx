import type { Ref } from 'react'
import { formatDayOfYear } from '../../../../lib/format.ts'
import { currentLanguage } from '../../../../lib/i18n.ts'
import { axisOf, HEIGHT, type Plot, plotOf, runsOf } from './chart-scale.ts'
import type { Series } from './series.ts'

/** So few points that each has its value beside it. */
const FEW = 2

type DrawingProps = {
  series: Series
  label: string
  /** In pixels. */
  width: number
  /** The day that is being read. */
  read: number | null
  picture: Ref<SVGSVGElement>
}

type Tick = { value: number; label: string | undefined }

export function plotFor({ days, scale }: Series, width: number): Plot & { axis: Tick[] } {
  const values = days.flatMap(({ value, before }) => [value ?? 0, before.value ?? 0])
  const { unit, tick } = scale(Math.max(...values))
  const axis = axisOf(values.map((value) => value / unit)).map((round) => round * unit)
  const labels = axis.map(tick)
  const ticks = axis.map((value, index) => ({ value, label: labels[index] }))
  return { axis: ticks, ...plotOf(axis, labels, days.length, width) }
}

/** A line for the days, a dashed one for the days before, and the axis they are measured by. */
export function Drawing({ series, label, width, read, picture }: DrawingProps) {
  const { days } = series
  const { axis, ...plot } = plotFor(series, width)
  return (
    <svg ref={picture} role="img" aria-label={label} width={width} height={HEIGHT} className="block">
      {axis.map(({ value, label: said }) => (
        <g key={value}>
          <line
            x1={plot.left}
            x2={plot.right}
            y1={plot.y(value)}
            y2={plot.y(value)}
            className={value === 0 ? 'stroke-edge' : 'stroke-line'}
          />
          <text x="0" y={plot.y(value)} dy="4" className="figures fill-muted text-xs">
            {said}
          </text>
        </g>
      ))}
      <Days days={days} plot={plot} />
      <Line plot={plot} values={days.map(({ before }) => before.value)} look="stroke-edge" dashes="3 4" />
      <Line plot={plot} values={days.map(({ value }) => value)} look="stroke-accent" />
      <Lonely series={series} plot={plot} />
      {read !== null && <Reading series={series} plot={plot} index={read} />}
    </svg>
  )
}

function Days({ days, plot }: { days: Series['days']; plot: Plot }) {
  const last = days.length - 1
  const middle = last > 3 && plot.right - plot.left > 300 ? [Math.round(last / 2)] : []
  const told = days.length === 1 ? [0] : [0, ...middle, last]
  return told.map((index) => (
    <text
      key={index}
      x={plot.x(index)}
      y={HEIGHT - 6}
      textAnchor={days.length === 1 ? 'middle' : index === 0 ? 'start' : index === last ? 'end' : 'middle'}
      className="figures fill-muted text-xs"
    >
      {formatDayOfYear(days[index]?.day ?? '', currentLanguage())}
    </text>
  ))
}

type LineProps = { plot: Plot; values: readonly (number | null)[]; look: string; dashes?: string }

function Line({ plot, values, look, dashes }: LineProps) {
  return runsOf(values).map((run) => {
    const points = run.map(({ index, value }) => `${plot.x(index)} ${plot.y(value)}`)
    const [first] = run
    return first && run.length === 1 ? (
      <circle
        key={first.index}
        cx={plot.x(first.index)}
        cy={plot.y(first.value)}
        r="3"
        strokeWidth="2"
        className={`fill-raised ${look}`}
      />
    ) : (
      <path
        key={first?.index}
        d={`M${points.join('L')}`}
        strokeWidth={dashes ? 1.5 : 2}
        strokeDasharray={dashes}
        strokeLinejoin="round"
        strokeLinecap="round"
        className={`fill-none ${look}`}
      />
    )
  })
}

/** One or two points say what they are. */
function Lonely({ series: { days, write }, plot }: { series: Series; plot: Plot }) {
  const points = days.flatMap(({ value }, index) => (value === null ? [] : [{ index, value }]))
  if (points.length > FEW) return null
  return points.map(({ index, value }) => {
    const [x, y] = [plot.x(index), plot.y(value)]
    const along = (x - plot.left) / (plot.right - plot.left)
    return (
      <g key={index}>
        <circle cx={x} cy={y} r="4.5" className="fill-accent" />
        <text
          x={x}
          y={y - 10}
          textAnchor={along < 0.15 ? 'start' : along > 0.85 ? 'end' : 'middle'}
          strokeWidth="5"
          paintOrder="stroke"
          className="figures fill-text stroke-raised text-xs"
        >
          {write(value)}
        </text>
      </g>
    )
  })
}

/** The day that is being read: a line down to it, and a dot on each value. */
function Reading({ series: { days }, plot, index }: { series: Series; plot: Plot; index: number }) {
  const day = days[index]
  const x = plot.x(index)
  const dots = [
    { value: day?.before.value ?? null, look: 'fill-edge' },
    { value: day?.value ?? null, look: 'fill-accent' },
  ]
  return (
    <>
      <line x1={x} x2={x} y1="8" y2={plot.bottom} className="stroke-text" />
      {dots.map(
        ({ value, look }) =>
          value !== null && (
            <circle
              key={look}
              cx={x}
              cy={plot.y(value)}
              r="5"
              strokeWidth="2"
              className={`stroke-raised ${look}`}
            />
          ),
      )}
    </>
  )
}

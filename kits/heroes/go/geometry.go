package main

// Rays, sight and shortest paths, exactly as the engine computes them.

// In the order in which paths are looked for.
var ways = []Direction{Up, Down, Left, Right}
var steps = []At{{-1, 0}, {1, 0}, {0, -1}, {0, 1}}

func abs(number int) int {
	if number < 0 {
		return -number
	}
	return number
}

func distance(a, b At) int { return abs(a.Row-b.Row) + abs(a.Column-b.Column) }

// ray is the list of cells whose inside the line between the two centres crosses, the start first. Walls stop it unless
// it is lobbing. Where the line goes exactly through a corner, a wall on either side of that corner stops it too.
func ray(board *Map, start, target At, lobbing bool) []*Cell {
	row, column := start.Row, start.Column
	rows, columns := abs(target.Row-row), abs(target.Column-column)
	rowStep, columnStep := 1, 1
	if target.Row < row {
		rowStep = -1
	}
	if target.Column < column {
		columnStep = -1
	}
	found := []*Cell{board.Cells[row][column]}
	for i, j := 0, 0; i < rows || j < columns; {
		// On one scale: where the line meets the next border between rows, and between columns.
		toRow, toColumn := (2*i+1)*columns, (2*j+1)*rows
		nextRow, nextColumn := row, column
		if toRow <= toColumn {
			nextRow += rowStep
			i++
		}
		if toColumn <= toRow {
			nextColumn += columnStep
			j++
		}
		wall := board.Cells[nextRow][nextColumn].IsWall
		if toRow == toColumn {
			wall = wall || board.Cells[row][nextColumn].IsWall || board.Cells[nextRow][column].IsWall
		}
		if wall && !lobbing {
			break
		}
		row, column = nextRow, nextColumn
		found = append(found, board.Cells[row][column])
	}
	return found
}

// sees tells whether two cells see each other. Walls neither see nor are seen; heroes never block sight.
func sees(board *Map, a, b At) bool {
	if board.Cells[a.Row][a.Column].IsWall || board.Cells[b.Row][b.Column].IsWall {
		return false
	}
	cells := ray(board, a, b, false)
	return cells[len(cells)-1].At == b
}

// path goes breadth first over free cells. Heroes are ignored.
func path(board *Map, start, target At, blocked []*Cell) []Direction {
	closed := map[At]bool{}
	for _, cell := range blocked {
		closed[cell.At] = true
	}
	free := func(at At) bool {
		return board.IsInMap(at.Row, at.Column) && !board.Cells[at.Row][at.Column].IsWall && !closed[at]
	}
	if !free(start) || !free(target) {
		return nil
	}
	closed[start] = true
	came := map[At]int{}
	for queue := []At{start}; len(queue) > 0; queue = queue[1:] {
		for way, step := range steps {
			next := At{queue[0].Row + step.Row, queue[0].Column + step.Column}
			if free(next) {
				closed[next] = true
				came[next] = way
				queue = append(queue, next)
			}
		}
	}
	var found []Direction
	for at := target; at != start; {
		way, reached := came[at]
		if !reached {
			return nil
		}
		found = append([]Direction{ways[way]}, found...)
		at = At{at.Row - steps[way].Row, at.Column - steps[way].Column}
	}
	return found
}

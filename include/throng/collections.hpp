#pragma once

/// All collections, without the world of components and its systems.
#include <throng/bag.hpp>
#include <throng/buffered_list.hpp>
#include <throng/collection.hpp>
#include <throng/each_pair.hpp>
#include <throng/entity/any_entity.hpp>
#include <throng/entity/clock.hpp>
#include <throng/entity/entity.hpp>
#include <throng/entity/entity_list.hpp>
#include <throng/entity/layers.hpp>
#include <throng/entity/tree.hpp>
#include <throng/linked_list.hpp>
#include <throng/list.hpp>
#include <throng/listeners.hpp>
#include <throng/ordered_set.hpp>
#include <throng/pool.hpp>
#include <throng/ring.hpp>
#include <throng/spatial/box_grid.hpp>
#include <throng/spatial/grid.hpp>
#include <throng/spatial/space_grid.hpp>
#include <throng/subset.hpp>
#include <throng/version.hpp>
#include <throng/weak_list.hpp>

#pragma once

#include "../gsl/gsl-lite.hpp"
